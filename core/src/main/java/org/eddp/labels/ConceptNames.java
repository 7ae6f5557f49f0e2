package org.eddp.labels;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.eddp.failure.InvalidInput;
import org.eddp.names.ConceptName;
import org.eddp.names.ConceptName.ClosestWord;
import org.eddp.names.SimilarNames;

/**
 * Names of the concepts of a run, and the lookup of concepts that a user names. {@link Labels.DetectorLabel} decides
 * whether a label is a name, {@link ClosestWord} whether a word is one.
 */
public final class ConceptNames {
    private final List<ConceptName> names = new ArrayList<>();
    private final Set<Integer> interpretable = new HashSet<>();
    private final boolean labelled;

    /**
     * Names by labels.
     *
     * @param concepts number of concepts
     * @param labels of their detectors, or null if they have none
     */
    public ConceptNames(int concepts, Labels labels) {
        this(concepts, labels, Map.of(), Map.of());
    }

    /**
     * Names by labels, words and hand.
     *
     * @param concepts number of concepts
     * @param labels of their detectors, or null if they have none
     * @param words closest to detectors, by number
     * @param given by hand, by number
     */
    public ConceptNames(int concepts, Labels labels, Map<Integer, ClosestWord> words, Map<Integer, String> given) {
        List<Labels.DetectorLabel> known = labels == null ? List.of() : labels.detectors();
        labelled = !known.isEmpty();
        for (int i = 0; i < concepts; i++) {
            ConceptName byMasks = i < known.size() ? known.get(i).title() : ConceptName.unlabelled(i);
            if (byMasks.name() != null) {
                interpretable.add(i);
            }
            names.add(byMasks.with(words.get(i), given.get(i)));
        }
    }

    /** Whether a concept is interpretable by its label; true if the run has not been labelled. */
    public boolean interpretable(int number) {
        return !labelled || interpretable.contains(number);
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
     * Concepts as a user lists them, each once. A name stands for all interpretable detectors that have it.
     *
     * @param what is being chosen, for messages
     * @param remarks receives a remark if a name stands for several concepts, or if a concept is listed twice
     */
    public int[] parse(String what, List<String> texts, Consumer<String> remarks) {
        Set<Integer> chosen = new LinkedHashSet<>();
        for (String text : texts) {
            List<ConceptName> meant = meant(what, text);
            if (meant.size() > 1) {
                remarks.accept(what + " " + text + " is the name of concepts " + numbers(meant) + "; all are taken");
            }
            for (ConceptName concept : meant) {
                if (!chosen.add(concept.number())) {
                    remarks.accept(
                            what + " " + text + ": concept " + concept.number() + " is listed already and counts once");
                }
            }
        }
        return chosen.stream().mapToInt(Integer::intValue).toArray();
    }

    /** One concept as a user names it: its number, or its name if only one interpretable detector has it. */
    public int parse(String what, String text) {
        List<ConceptName> meant = meant(what, text);
        if (meant.size() > 1) {
            throw new InvalidInput(
                    what + " " + text + " is the name of concepts " + numbers(meant) + "; give one of these numbers");
        }
        return meant.get(0).number();
    }

    /** At least one: that of the number, or all with the name, best first. */
    private List<ConceptName> meant(String what, String text) {
        if (text.matches("\\d{1,9}")) {
            int number = Integer.parseInt(text);
            if (number >= names.size()) {
                throw new InvalidInput(
                        what + " " + text + " does not exist: the run has concepts 0 .. " + (names.size() - 1));
            }
            return List.of(names.get(number));
        }
        List<ConceptName> found = bestFirst(n -> n.isCalled(text));
        if (found.isEmpty()) {
            throw new InvalidInput(what + " " + text + unnamed(text));
        }
        return found;
    }

    private List<ConceptName> bestFirst(Predicate<ConceptName> wanted) {
        return names.stream()
                .filter(wanted)
                .sorted(Comparator.comparingDouble((ConceptName n) -> n.iou() == null ? -1 : n.iou())
                        .reversed())
                .toList();
    }

    /** The message for an unknown name, with similar names. */
    private String unnamed(String text) {
        List<ConceptName> near = bestFirst(n -> text.equalsIgnoreCase(n.closestLabel()));
        if (!near.isEmpty()) {
            return " is the name of no concept: it is only the closest label of " + numbers(near)
                    + ", whose detectors are not interpretable; to choose one of them all the same, give its number";
        }
        TreeSet<String> known = new TreeSet<>();
        names.stream().filter(n -> n.name() != null).forEach(n -> known.add(n.name()));
        return known.isEmpty()
                ? ": the concepts of this run have no names; give a number within 0 .. " + (names.size() - 1)
                : " does not exist; nearest are " + String.join(", ", SimilarNames.of(text, known));
    }

    /** For example "12 (IoU 0.31), 4 (IoU 0.05)". */
    private static String numbers(List<ConceptName> concepts) {
        return concepts.stream()
                .map(c -> c.number() + " (" + c.evidence() + ")")
                .collect(Collectors.joining(", "));
    }
}
