package org.eddp.audit;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.eddp.names.Named;
import org.eddp.network.OutputKind;

/** What was found of a suspect, in words. */
final class SuspectText {
    /** Concentration on the border above which the border is named. */
    private static final double AT_BORDER = 1.2;

    private SuspectText() {}

    static String sentence(List<Named> concepts, AuditedPair pair, AuditedPair.Removal together, OutputKind outputs) {
        AuditedPair.Reliance reliance = pair.reliance();
        Appearance look = pair.appearance();
        String label = pair.label().inSentence(outputs.noun());
        String several = concepts.size() == 1 ? "concept " : "concepts ";
        String removed = together.pictures() == 0
                ? ""
                : String.format(
                        Locale.ROOT,
                        " Without it the margin of %s shrinks by %s%s (random directions: at most %s).",
                        label,
                        percent(together.marginLost()),
                        sample(reliance, together),
                        percent(most(together.random())));
        return String.format(
                Locale.ROOT,
                "%s rests on %s%s: %s of the %,d pictures taken for it have %s, and %s of the other %,d.%s Written"
                        + " into other pictures it closes %s of their distance to %s (random directions: at most %s). It"
                        + " looks like an artefact: pictures of %s with it lie %.1f standard deviations from the others,"
                        + " and its patches vary %.2f times as much as all patches.",
                label,
                several,
                concepts.stream()
                        .map(concept -> concept.name() == null ? "" + concept.number() : concept.toString())
                        .collect(Collectors.joining(", ")),
                percent(reliance.share()),
                reliance.pictures(),
                concepts.size() == 1 ? "it" : "the first",
                percent(reliance.otherShare()),
                reliance.others(),
                removed,
                percent(look.gapClosed()),
                label,
                percent(most(pair.planting().random())),
                label,
                look.separation(),
                look.variation());
    }

    /** Says on how many of the pictures of the class the removal was tried, unless it was tried on all. */
    static String sample(AuditedPair.Reliance reliance, AuditedPair.Removal together) {
        return together.pictures() < reliance.pictures()
                ? String.format(Locale.ROOT, " in a sample of %,d of these pictures", together.pictures())
                : "";
    }

    static List<String> checks(AuditedPair pair, OutputKind outputs) {
        Appearance look = pair.appearance();
        String label = pair.label().inSentence(outputs.noun());
        List<String> checks = new ArrayList<>();
        checks.add("Look at the pictures: is it part of the object, or of how pictures were taken, edited or stored?");
        if (look.border() > AT_BORDER) {
            checks.add(String.format(
                    Locale.ROOT,
                    "It is at the border %.1f times as often as by chance: look for a frame, a logo, a date or a"
                            + " watermark.",
                    look.border()));
        }
        double without = 1 - pair.reliance().share();
        if (without > 0) {
            checks.add(String.format(
                    Locale.ROOT,
                    "%s of the pictures taken for %s do not have it: compare where the two groups come from.",
                    percent(without),
                    label));
        }
        checks.add("Collect pictures of " + label
                + " without it, and pictures of others with it, and test the network on" + " them.");
        return checks;
    }

    private static double most(List<Double> values) {
        return values == null ? 0 : values.stream().mapToDouble(v -> v).max().orElse(0);
    }

    /** A rounded share; whole numbers, so that a small negative one is not -0 %. */
    static String percent(double share) {
        return Math.round(100 * share) + " %";
    }
}
