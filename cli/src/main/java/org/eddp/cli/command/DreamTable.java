package org.eddp.cli.command;

import java.util.Locale;
import org.eddp.faithfulness.DreamResults;

/** A faithfulness study as text. */
final class DreamTable {
    private DreamTable() {}

    static void print(DreamResults results) {
        System.out.printf(
                "%-24s %7s %7s %7s %7s %7s %7s %7s %7s %7s %7s%n",
                "concept", "cosine", "all", "pooled", "filter", "w.x", "after", "moved", "apart", "patches", "images");
        for (DreamResults.ConceptDream c : results.concepts()) {
            System.out.printf(
                    Locale.ROOT,
                    "%-24s %7s %7s %7s %7s %7s %7s %7s %7s %7s %7d%s%n",
                    c.concept().title(),
                    number(c.cosine(), 3),
                    number(c.cosineWithoutSubsampling(), 3),
                    number(c.mean(DreamResults.ImageDream::cosinePooled), 3),
                    number(c.mean(DreamResults.ImageDream::cosineFilter), 3),
                    number(c.mean(DreamResults.ImageDream::before), 1),
                    number(c.mean(DreamResults.ImageDream::after), 1),
                    number(c.mean(DreamResults.ImageDream::moved), 1),
                    number(c.mean(DreamResults.ImageDream::apart), 1),
                    number(c.mean(DreamResults.ImageDream::patches), 1),
                    c.images().size(),
                    c.concept().closest().map(label -> "  " + label).orElse(""));
        }
        System.out.printf(
                Locale.ROOT,
                "cosine: with the signal vector (all: estimated from all patches; pooled: one line through all patches of an"
                        + " image; filter: with the filter)%n"
                        + "at least %.1f: %.0f %% of the concepts with sub-sampling, %.0f %% without; %.0f %% with the pooled line%n"
                        + "mean cosine with signal vectors of other concepts: %.3f%n",
                results.faithful(),
                100 * results.share(),
                100 * results.shareWithoutSubsampling(),
                100 * results.sharePooled(),
                results.cosineOthers());
    }

    private static String number(Double value, int digits) {
        return value == null ? "-" : String.format(Locale.ROOT, "%." + digits + "f", value);
    }
}
