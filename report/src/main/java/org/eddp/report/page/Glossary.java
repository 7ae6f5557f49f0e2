package org.eddp.report.page;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** A list of technical terms, each in one sentence, and the purpose of each loss. */
public final class Glossary {
    private static final Map<String, String> LOSSES = Map.of(
            "s", "sparsity: a patch should belong to few concepts",
            "fs", "focal sparsity: a patch should belong to few concepts, with more weight on undecided patches",
            "ma", "maximum activation: a patch\u2019s concepts should be clearly on",
            "ic", "inactive classifier: every concept keeps a minimum share of the patches",
            "eac", "excessively active classifier: no concept takes too many patches",
            "mm", "maximum margin: a wide gap between present and absent",
            "fso", "filter-signal orthogonality: a filter does not react to other concepts\u2019 signal vectors",
            "ur", "uncertainty region alignment: with all concepts undecided, the network is undecided too",
            "uur",
                    "unconstrained uncertainty region: with all concepts moved to undecided, the network is undecided"
                            + " too",
            "cur",
                    "concept uncertainty region: with all concepts moved to undecided along their signal vectors, the "
                            + "network is undecided too");

    private final List<Object> items = new ArrayList<>();

    /** The short name of a loss without decoration: "fso" for "L^fso". */
    public static String shortName(String term) {
        String name = term.strip();
        String upper = name.toUpperCase(Locale.ROOT);
        return upper.startsWith("L^") || upper.startsWith("L_") ? name.substring(2) : name;
    }

    /** The sign of a loss as the paper writes it. */
    public static Html symbol(String term) {
        return Html.of(Html.tag("em", "L"), Html.tag("sup", shortName(term)));
    }

    /** The purpose of a loss; empty if the name is unknown. */
    public static String meaning(String term) {
        return LOSSES.getOrDefault(shortName(term).toLowerCase(Locale.ROOT), "");
    }

    /** The words of the pages about runs. */
    public static List<Html> ofRuns() {
        return new Glossary()
                .directions()
                .define(
                        "IoU",
                        "intersection over union: pixels marked rightly, divided by pixels that are marked or should"
                                + " be; 1 is perfect.")
                .cosine()
                .subsampling()
                .blocks();
    }

    /** Adds patch, filter, detector and signal vector. */
    public Glossary directions() {
        define("Patch", "one cell of an image, as the row of numbers the network holds for it.");
        define(
                "Filter and detector",
                "a filter is a direction used to read a concept out of a patch (decoding direction); with a threshold"
                        + " it becomes a detector: concept present or not.");
        return define(
                "Signal vector",
                "the direction in which a concept is written into a patch (encoding direction). Filter and signal"
                        + " vector of a concept usually differ.");
    }

    /** Adds the cosine. */
    public Glossary cosine() {
        return define("Cosine", "1 for the same direction, 0 for a right angle, \u22121 for the opposite direction.");
    }

    /** Adds sub-sampling. */
    public Glossary subsampling() {
        return define(
                "Sub-sampling", "estimating a signal vector only from the patches in which the concept is present.");
    }

    /** Adds a word of the caller's own. */
    public Glossary define(String word, String meaning) {
        items.add(Html.tag("dt", word));
        items.add(Html.tag("dd", meaning));
        return this;
    }

    /** The list, for a section of a page. */
    public List<Html> blocks() {
        return List.of(Html.tag("dl", items.toArray()));
    }
}
