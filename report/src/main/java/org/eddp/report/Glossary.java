package org.eddp.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The field's words and the losses, each in one sentence. */
final class Glossary {
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
                    "unconstrained uncertainty region: with all concepts moved to undecided, the network is undecided too",
            "cur",
                    "concept uncertainty region: with all concepts moved to undecided along their signal vectors, the "
                            + "network is undecided too");

    private Glossary() {}

    /** The short name of a loss without decoration: "fso" for "L^fso". */
    static String shortName(String term) {
        String name = term.strip();
        String upper = name.toUpperCase(Locale.ROOT);
        return upper.startsWith("L^") || upper.startsWith("L_") ? name.substring(2) : name;
    }

    /** The name of a loss as the paper writes it. */
    static Html loss(String name) {
        return Html.of(Html.tag("em", "L"), Html.tag("sup", name));
    }

    /** What a loss asks for; empty if the name is not known here. */
    static String meaning(String term) {
        return LOSSES.getOrDefault(shortName(term).toLowerCase(Locale.ROOT), "");
    }

    /** The words of the synthetic experiment. */
    static List<Html> blocks() {
        List<Object> items = new ArrayList<>();
        directions(items);
        define(
                items,
                "Signal value",
                "how strongly a concept is written into a patch; in the paper\u2019s data between 0 and 5, which gives "
                        + "the scale of the RMSE.");
        define(items, "Distractor", "variation in the data that has nothing to do with any concept.");
        define(
                items,
                "IoU",
                "intersection over union: patches marked rightly, divided by patches that are marked or should be.");
        cosine(items);
        define(
                items,
                "RMSE",
                "root mean squared error of the signal values read by the filters, both sides measured from their mean.");
        subsampling(items);
        return List.of(Html.tag("dl", items.toArray()));
    }

    /** The words of the pages about runs. */
    static List<Html> ofRuns() {
        List<Object> items = new ArrayList<>();
        directions(items);
        define(
                items,
                "IoU",
                "intersection over union: pixels marked rightly, divided by pixels that are marked or should be; 1 is perfect.");
        cosine(items);
        subsampling(items);
        return List.of(Html.tag("dl", items.toArray()));
    }

    private static void directions(List<Object> items) {
        define(items, "Patch", "one cell of an image, as the row of numbers the network holds for it.");
        define(
                items,
                "Filter and detector",
                "a filter is a direction used to read a concept out of a patch (decoding direction); with a threshold it "
                        + "becomes a detector: concept present or not.");
        define(
                items,
                "Signal vector",
                "the direction in which a concept is written into a patch (encoding direction). Filter and signal vector "
                        + "of a concept usually differ.");
    }

    private static void cosine(List<Object> items) {
        define(items, "Cosine", "1 for the same direction, 0 for a right angle, \u22121 for the opposite direction.");
    }

    private static void subsampling(List<Object> items) {
        define(
                items,
                "Sub-sampling",
                "estimating a signal vector only from the patches in which the concept is present.");
    }

    private static void define(List<Object> items, String word, String meaning) {
        items.add(Html.tag("dt", word));
        items.add(Html.tag("dd", meaning));
    }
}
