package org.eddp.labels;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.eddp.names.ConceptName;
import org.eddp.names.NearNames;

/**
 * What the concepts of a run are called, and how a user says which ones are meant. Whether a label is a name is decided here and
 * nowhere else: see {@link ConceptName}.
 */
public final class ConceptNames {
    private final List<ConceptName> names = new ArrayList<>();
    private final boolean labelled;

    /**
     * Names by labels.
     *
     * @param concepts number of concepts
     * @param labels of their detectors, or null if they have none
     */
    public ConceptNames(int concepts, Labels labels) {
        List<Labels.DetectorLabel> known = labels == null ? List.of() : labels.detectors();
        labelled = !known.isEmpty();
        for (int i = 0; i < concepts; i++) {
            names.add(i < known.size() ? name(i, known.get(i)) : ConceptName.unlabelled(i));
        }
    }

    private static ConceptName name(int number, Labels.DetectorLabel label) {
        return label.concept() == null
                ? ConceptName.unlabelled(number)
                : ConceptName.of(number, label.concept().name(), label.valIou(), label.interpretable());
    }

    /** Whether a concept is interpretable by its label; true if the run has not been labelled. */
    public boolean interpretable(int number) {
        return !labelled || names.get(number).name() != null;
    }

    /** A concept by its number. */
    public ConceptName of(int number) {
        return names.get(number);
    }

    /** All of them. */
    public List<ConceptName> all() {
        return List.copyOf(names);
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

    /** A concept as a user says it: its number, or its name if only one interpretable detector has it. */
    public int parse(String what, String text) {
        if (text.matches("\\d{1,9}")) {
            int number = Integer.parseInt(text);
            if (number >= names.size()) {
                throw new IllegalArgumentException(
                        what + " " + text + " does not exist: the run has concepts 0 .. " + (names.size() - 1));
            }
            return number;
        }
        List<ConceptName> found =
                names.stream().filter(n -> text.equalsIgnoreCase(n.name())).toList();
        if (found.size() == 1) {
            return found.get(0).number();
        }
        throw new IllegalArgumentException(what + " " + text + (found.isEmpty() ? unnamed(text) : several(found)));
    }

    private static String several(List<ConceptName> found) {
        return " is the name of concepts " + numbers(found) + "; give one of these numbers";
    }

    /** Why no concept has a name, and which ones may be meant. */
    private String unnamed(String text) {
        List<ConceptName> near = names.stream()
                .filter(n -> text.equalsIgnoreCase(n.closestLabel()))
                .toList();
        if (!near.isEmpty()) {
            return " is the name of no concept: it is only the closest label of " + numbers(near)
                    + ", whose detectors are not interpretable; to choose one of them all the same, give its number";
        }
        TreeSet<String> known = new TreeSet<>();
        names.stream().filter(n -> n.name() != null).forEach(n -> known.add(n.name()));
        return known.isEmpty()
                ? ": the concepts of this run have no names; give a number within 0 .. " + (names.size() - 1)
                : " does not exist; nearest are " + String.join(", ", NearNames.of(text, known));
    }

    /** Best first: "12 (IoU 0.31), 4 (IoU 0.05)". */
    private static String numbers(List<ConceptName> concepts) {
        return concepts.stream()
                .sorted(Comparator.comparing(ConceptName::iou).reversed())
                .map(c -> c.number() + " (" + c.overlap() + ")")
                .collect(Collectors.joining(", "));
    }
}
