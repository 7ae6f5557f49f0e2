package org.eddp.files.json;

import java.lang.invoke.MethodType;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.eddp.failure.InvalidInput;
import tools.jackson.core.JacksonException;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.core.exc.StreamReadException;
import tools.jackson.databind.exc.InvalidFormatException;
import tools.jackson.databind.exc.InvalidNullException;
import tools.jackson.databind.exc.MismatchedInputException;
import tools.jackson.databind.exc.UnrecognizedPropertyException;
import tools.jackson.databind.exc.ValueInstantiationException;

/**
 * Describes an error in a JSON text and its position, without Jackson's advice for programmers. It does not quote the
 * text: a file in a run that another person made may be a link to any other file of the current user, whose content
 * must not appear in a message.
 */
final class JsonProblem {
    static final String REMEDY = "correct the file or run again the command that wrote it";

    /** Names of fields that may be repeated in a message. */
    private static final Pattern PLAIN_NAME = Pattern.compile("[A-Za-z][A-Za-z0-9_.-]{0,29}");

    /** Beginnings of Jackson's messages about invalid JSON, and their replacements. */
    private static final Map<String, String> SYNTAX = Map.of(
            "Unexpected end-of-input", "it ends too early",
            "No content", "it is empty",
            "Duplicate", "a field is there twice",
            "Unexpected close marker", "a bracket is closed that was not opened",
            "Numeric value", "the number is too large",
            "Invalid numeric value", "not a valid number",
            "Trailing token", "there is more than one value");

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
                text.append(text.isEmpty() ? "" : ".").append(name(step.getPropertyName()));
            }
        }
        return text.toString();
    }

    private static String name(String name) {
        return PLAIN_NAME.matcher(name).matches() ? name : "(a name of " + name.length() + " characters)";
    }

    private static String what(JacksonException e) {
        if (e instanceof UnrecognizedPropertyException unknown) {
            return "unknown field; known are "
                    + unknown.getKnownPropertyIds().stream()
                            .map(String::valueOf)
                            .collect(Collectors.joining(", "));
        }
        if (e instanceof ValueInstantiationException) {
            return refusal(e.getCause());
        }
        if (e instanceof InvalidNullException) {
            return "it is null, a value is needed";
        }
        if (e instanceof MismatchedInputException mismatch) {
            return mismatch(mismatch);
        }
        return e instanceof StreamReadException ? syntax(e) : withoutAdvice(e);
    }

    /** Jackson quotes the text; the position is enough. */
    private static String syntax(JacksonException e) {
        String text = String.valueOf(e.getOriginalMessage());
        return SYNTAX.entrySet().stream()
                .filter(known -> text.startsWith(known.getKey()))
                .map(Map.Entry::getValue)
                .findFirst()
                .orElse("this is not valid JSON");
    }

    /** The message of a record that refused its own values is better than any that Jackson wraps around it. */
    private static String refusal(Throwable cause) {
        return cause instanceof InvalidInput && cause.getMessage() != null
                ? cause.getMessage()
                : "its values do not go together";
    }

    private static String mismatch(MismatchedInputException e) {
        String text = String.valueOf(e.getOriginalMessage());
        if (text.startsWith("Missing required creator property")) {
            return "it is missing";
        }
        Class<?> wanted = e.getTargetType();
        if (wanted == null || !text.startsWith("Cannot ")) {
            return syntax(e);
        }
        boolean number = e instanceof InvalidFormatException format && format.getValue() instanceof Number;
        return (number ? "'" + ((InvalidFormatException) e).getValue() + "'" : "what stands there") + " is not "
                + kind(wanted);
    }

    /** The JSON name of a Java type. */
    private static String kind(Class<?> type) {
        Class<?> wrapped = MethodType.methodType(type).wrap().returnType();
        if (type.isEnum()) {
            return "one of "
                    + Arrays.stream(type.getEnumConstants())
                            .map(String::valueOf)
                            .collect(Collectors.joining(", "));
        }
        if (wrapped == Double.class || wrapped == Float.class) {
            return "a number";
        }
        if (Number.class.isAssignableFrom(wrapped)) {
            return "a whole number";
        }
        if (wrapped == Boolean.class) {
            return "true or false";
        }
        if (type == String.class) {
            return "a text";
        }
        return type.isArray() || Collection.class.isAssignableFrom(type) ? "a list" : "an object with fields";
    }

    private static String withoutAdvice(JacksonException e) {
        return String.valueOf(e.getOriginalMessage()).replaceFirst(" \\((but|set|or) .*\\)$", "");
    }
}
