package org.eddp.labels;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.eddp.names.Named;
import org.eddp.names.NearNames;

/** What the concepts of a run are called, and how a user says which ones are meant. */
public final class ConceptNames {
    private final List<String> names = new ArrayList<>();
    private final List<Boolean> interpretable = new ArrayList<>();

    /**
     * Names by labels.
     *
     * @param concepts number of concepts
     * @param labels of their detectors, or null if they have none
     */
    public ConceptNames(int concepts, Labels labels) {
        List<Labels.DetectorLabel> known = labels == null ? List.of() : labels.detectors();
        for (int i = 0; i < concepts; i++) {
            boolean named = i < known.size() && known.get(i).concept() != null;
            names.add(named ? known.get(i).concept().name() : null);
            interpretable.add(
                    known.isEmpty() || i < known.size() && known.get(i).interpretable());
        }
    }

    /** Whether a concept is interpretable by its label; true if the run has not been labelled. */
    public boolean interpretable(int number) {
        return interpretable.get(number);
    }

    /** A concept by its number. */
    public Named of(int number) {
        return new Named(number, names.get(number));
    }

    /** All of them. */
    public List<Named> all() {
        List<Named> all = new ArrayList<>();
        for (int i = 0; i < names.size(); i++) {
            all.add(of(i));
        }
        return all;
    }

    /**
     * Concepts as a user lists them, each once.
     *
     * @param what is being chosen, for messages
     * @param repeated told what was listed again, by its number or its name, and left out
     */
    public int[] parse(String what, List<String> texts, Consumer<String> repeated) {
        Set<Integer> chosen = new LinkedHashSet<>();
        for (String text : texts) {
            int number = parse(what, text);
            if (!chosen.add(number)) {
                repeated.accept(what + " " + text + ": concept " + number + " is listed already and counts once");
            }
        }
        return chosen.stream().mapToInt(Integer::intValue).toArray();
    }

    /** A concept as a user says it: its number, or its name if only one concept has it. */
    public int parse(String what, String text) {
        if (text.matches("\\d{1,9}")) {
            int number = Integer.parseInt(text);
            if (number >= names.size()) {
                throw new IllegalArgumentException(
                        what + " " + text + " does not exist: the run has concepts 0 .. " + (names.size() - 1));
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
                    what + " " + text + " is the name of concepts " + found + "; give one of these numbers");
        }
        throw new IllegalArgumentException(
                known.isEmpty()
                        ? what + " " + text + ": the concepts of this run have no names; give a number within 0 .. "
                                + (names.size() - 1)
                        : what + " " + text + " does not exist; nearest are "
                                + String.join(", ", NearNames.of(text, known)));
    }
}
