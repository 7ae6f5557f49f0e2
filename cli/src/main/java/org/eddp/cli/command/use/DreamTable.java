package org.eddp.cli.command.use;

import java.io.PrintWriter;
import java.util.Locale;
import java.util.Optional;
import org.eddp.faithfulness.DreamResults;

/** A faithfulness study as text. */
final class DreamTable {
    private DreamTable() {}

    static void print(PrintWriter out, DreamResults results) {
        out.printf(
                "%-24s %7s %7s %7s %7s %7s %7s %7s %5s %7s %7s %7s %7s %7s %7s%n",
                "concept", "cosine", "all", "literal", "all", "single", "many", "other", "rank", "filter", "limit",
                "w.x", "after", "patches", "images");
        results.concepts().forEach(dream -> print(out, dream));
        out.printf(
                Locale.ROOT,
                "cosine: of the signal vector and what the dreams of the concept have in common (all: signal vector"
                        + " from all patches; literal: the paper's protocol by the letter; single: one image at a time;"
                        + " many: estimate for ever more images, from "
                        + DreamResults.ConceptDream.ENOUGH_IMAGES
                        + " on)%nagainst it: other, the nearest signal vector of another concept, and rank of the own"
                        + " one; filter; limit, what the activation leaves of a movement along the signal vector%nat"
                        + " least %.1f: %.0f %% of the concepts with sub-sampling, %.0f %% without%nown signal vector"
                        + " nearest of all: %.0f %%; mean cosine with the nearest other: %.3f, with any other: %.3f%n",
                results.faithful(),
                100 * results.share(),
                100 * results.shareWithoutSubsampling(),
                100 * results.shareNearest(),
                results.cosineBestOther(),
                results.cosineOthers());
        if (results.shareLiteral() != null) {
            int dreams = results.concepts().stream()
                    .filter(c -> c.literal() != null)
                    .mapToInt(c -> c.literal().images().size())
                    .sum();
            out.printf(
                    Locale.ROOT,
                    "by the literal protocol, at least %.1f: %.0f %% of %d dreams with sub-sampling, %.0f %% without%n",
                    results.faithful(),
                    100 * results.shareLiteral(),
                    dreams,
                    100 * results.shareLiteralWithoutSubsampling());
        }
    }

    private static void print(PrintWriter out, DreamResults.ConceptDream c) {
        Optional<DreamResults.Control> control = Optional.ofNullable(c.control());
        Optional<DreamResults.Literal> literal = Optional.ofNullable(c.literal());
        out.printf(
                Locale.ROOT,
                "%-24s %7s %7s %7s %7s %7s %7s %7s %5s %7s %7s %7s %7s %7s %7d%s%n",
                c.concept().title(),
                number(c.cosine(), 3),
                number(c.cosineWithoutSubsampling(), 3),
                number(literal.map(DreamResults.Literal::cosine).orElse(null), 3),
                number(
                        literal.map(DreamResults.Literal::cosineWithoutSubsampling)
                                .orElse(null),
                        3),
                number(c.mean(DreamResults.ImageDream::cosine), 3),
                number(c.cosineOfMany(), 3),
                number(control.map(DreamResults.Control::bestOther).orElse(null), 3),
                control.map(k -> Integer.toString(k.rank())).orElse("-"),
                number(control.map(DreamResults.Control::filter).orElse(null), 3),
                number(control.map(DreamResults.Control::reachable).orElse(null), 3),
                number(c.mean(DreamResults.ImageDream::before), 1),
                number(c.mean(DreamResults.ImageDream::after), 1),
                number(c.mean(DreamResults.ImageDream::patches), 1),
                c.images().size(),
                c.concept().closest().map(label -> "  " + label).orElse(""));
    }

    private static String number(Double value, int digits) {
        return value == null ? "-" : String.format(Locale.ROOT, "%." + digits + "f", value);
    }
}
