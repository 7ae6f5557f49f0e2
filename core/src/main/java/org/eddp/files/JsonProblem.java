package org.eddp.files;

import java.util.List;
import java.util.stream.Collectors;
import tools.jackson.core.JacksonException;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.databind.exc.UnrecognizedPropertyException;
import tools.jackson.databind.exc.ValueInstantiationException;

/** Says where and what is wrong with a JSON text, without the advice that Jackson addresses to programmers. */
final class JsonProblem {
    static final String REMEDY = "correct the file or run again the command that wrote it";

    private JsonProblem() {}

    /** "line 3, column 14, field curve.loss[2]: what is wrong", as far as known. */
    static String describe(JacksonException e) {
        StringBuilder text = new StringBuilder();
        TokenStreamLocation at = e.getLocation();
        if (at != null && at.getLineNr() > 0) {
            text.append("line ").append(at.getLineNr()).append(", column ").append(at.getColumnNr());
        }
        if (!e.getPath().isEmpty()) {
            text.append(text.isEmpty() ? "" : ", ").append("field ").append(field(e.getPath()));
        }
        return text.append(text.isEmpty() ? "" : ": ").append(what(e)).toString();
    }

    private static String field(List<JacksonException.Reference> path) {
        StringBuilder text = new StringBuilder();
        for (JacksonException.Reference step : path) {
            if (step.getPropertyName() == null) {
                text.append('[').append(step.getIndex()).append(']');
            } else {
                text.append(text.isEmpty() ? "" : ".").append(step.getPropertyName());
            }
        }
        return text.toString();
    }

    private static String what(JacksonException e) {
        if (e instanceof UnrecognizedPropertyException unknown) {
            return "unknown field; known are "
                    + unknown.getKnownPropertyIds().stream()
                            .map(String::valueOf)
                            .collect(Collectors.joining(", "));
        }
        // The message of a record that refused its own values is better than any that Jackson wraps around it.
        if (e instanceof ValueInstantiationException
                && e.getCause() != null
                && e.getCause().getMessage() != null) {
            return e.getCause().getMessage();
        }
        String text = String.valueOf(e.getOriginalMessage());
        return text.startsWith("Missing required creator property")
                ? "it is missing"
                : text.replaceFirst(" \\((but|set|or) .*\\)$", "");
    }
}
