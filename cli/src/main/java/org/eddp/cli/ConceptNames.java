package org.eddp.cli;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import org.eddp.labels.DetectorLabel;
import org.eddp.labels.Labels;
import org.eddp.names.Named;
import org.eddp.names.NearNames;

/** What the concepts of a run are called: the names of {@code labels.json} if the run has been labelled. */
final class ConceptNames {
    private final List<String> names = new ArrayList<>();
    private final List<Boolean> interpretable = new ArrayList<>();

    private ConceptNames() {}

    static ConceptNames of(Path run, int concepts) {
        ConceptNames result = new ConceptNames();
        List<DetectorLabel> labels =
                Files.exists(run.resolve("labels.json")) ? Labels.read(run).detectors() : List.of();
        for (int i = 0; i < concepts; i++) {
            boolean named = i < labels.size() && labels.get(i).concept() != null;
            result.names.add(named ? labels.get(i).concept().name() : null);
            result.interpretable.add(
                    labels.isEmpty() || i < labels.size() && labels.get(i).interpretable());
        }
        return result;
    }

    /** Whether a concept is interpretable by its label; true if the run has not been labelled. */
    boolean interpretable(int number) {
        return interpretable.get(number);
    }

    /** A concept by its number. */
    Named of(int number) {
        return new Named(number, names.get(number));
    }

    /** All of them. */
    List<Named> all() {
        List<Named> all = new ArrayList<>();
        for (int i = 0; i < names.size(); i++) {
            all.add(of(i));
        }
        return all;
    }

    /** Concepts as a user lists them, each once: one that is listed again, by its number or its name, is named and left out. */
    int[] parse(String option, List<String> texts) {
        Set<Integer> chosen = new LinkedHashSet<>();
        for (String text : texts) {
            int number = parse(option, text);
            if (!chosen.add(number)) {
                System.err.println(option + " " + text + ": concept " + number + " is listed already and counts once");
            }
        }
        return chosen.stream().mapToInt(Integer::intValue).toArray();
    }

    /** A concept as a user says it: its number, or its name if only one concept has it. */
    int parse(String option, String text) {
        if (text.matches("\\d{1,9}")) {
            int number = Integer.parseInt(text);
            if (number >= names.size()) {
                throw new IllegalArgumentException(
                        option + " " + text + " does not exist: the run has concepts 0 .. " + (names.size() - 1));
            }
            return number;
        }
        List<Integer> found = new ArrayList<>();
        TreeSet<String> known = new TreeSet<>();
        for (int i = 0; i < names.size(); i++) {
            if (names.get(i) != null) {
                known.add(names.get(i));
                if (names.get(i).toLowerCase(Locale.ROOT).equals(text.toLowerCase(Locale.ROOT))) {
                    found.add(i);
                }
            }
        }
        if (found.size() == 1) {
            return found.get(0);
        }
        if (found.size() > 1) {
            throw new IllegalArgumentException(
                    option + " " + text + " is the name of concepts " + found + "; give one of these numbers");
        }
        throw new IllegalArgumentException(
                known.isEmpty()
                        ? option + " " + text + ": the concepts of this run have no names; give a number within 0 .. "
                                + (names.size() - 1)
                        : option + " " + text + " does not exist; nearest are "
                                + String.join(", ", NearNames.of(text, known)));
    }
}
