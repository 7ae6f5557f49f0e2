package org.eddp.cli.command.use;

import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.eddp.labels.ConceptNames;
import org.eddp.metrics.Atlas;
import org.eddp.network.OutputKind;
import org.eddp.study.ClassEdit;
import org.eddp.study.view.ClassPortrait;
import org.eddp.study.view.ConceptPortrait;

/** Concepts and classes as lines of text. */
final class PortraitText {
    private static final int CONTENTS = 12;
    private static final int BAR = 40;

    private PortraitText() {}

    public static String of(ConceptPortrait portrait) {
        return line(
                        "%s fires on %d of %d patches (%.2f %%), in %d of %d images; its threshold is %s",
                        portrait.title(),
                        portrait.patches(),
                        portrait.allPatches(),
                        100.0 * portrait.patches() / Math.max(1, portrait.allPatches()),
                        portrait.images(),
                        portrait.allImages(),
                        portrait.threshold())
                + histogram(portrait.scores())
                + list(
                        String.format(Locale.ROOT, "read alike (cosine of filters above %.2f)", portrait.alike()),
                        portrait.byFilter(),
                        n -> line("%8.3f  %s", n.cosine(), n.title()))
                + list(
                        String.format(
                                Locale.ROOT, "written alike (cosine of signal vectors above %.2f)", portrait.alike()),
                        portrait.bySignal(),
                        n -> line("%8.3f  %s", n.cosine(), n.title()))
                + list(
                        "seen in the same images (both, both over either)",
                        portrait.companions(),
                        c -> line("%8d %6.3f  %s", c.images(), c.overlap(), c.title()))
                + EffectLines.of(portrait.effects());
    }

    /** The detector fires where scores are above 0. */
    private static String histogram(Atlas.Spread scores) {
        long[] counts = scores.counts();
        double width = (scores.most() - scores.least()) / counts.length;
        long largest = 1;
        for (long count : counts) {
            largest = Math.max(largest, count);
        }
        StringBuilder text = new StringBuilder(line("%nscore w.x - b, from, and patches"));
        for (int k = 0; k < counts.length; k++) {
            int length = (int) Math.ceil(BAR * (double) counts[k] / largest);
            text.append(line("%12.4f %10d %s", scores.least() + k * width, counts[k], "#".repeat(length)));
        }
        return text.toString();
    }

    public static String of(List<ClassPortrait.Taken> classes, OutputKind outputs) {
        return line("%8s  %s", "images", outputs == OutputKind.LABELS ? "label found" : "taken for")
                + classes.stream()
                        .filter(c -> c.images() > 0)
                        .sorted(Comparator.comparingInt(ClassPortrait.Taken::images)
                                .reversed())
                        .map(c -> line("%8d  %s", c.images(), c.label()))
                        .collect(Collectors.joining());
    }

    public static String of(ClassPortrait portrait, ConceptNames names, OutputKind outputs) {
        String head = line(
                "%s: %d images of the feature set that are %s",
                portrait.label(),
                portrait.images(),
                portrait.labelled()
                        ? "labelled so"
                        : outputs == OutputKind.LABELS
                                ? "given this label by the network"
                                : "taken for it by the network");
        String contents = list(
                "concepts in more of them than of others (share here, elsewhere)",
                portrait.contents().stream().limit(CONTENTS).toList(),
                c -> line("%7.1f %% %6.1f %%  %s", 100 * c.share(), 100 * c.elsewhere(), title(c.concept(), names)));
        return head
                + EffectLines.of(portrait.effects())
                + contents
                + list(
                        "what they are taken for",
                        portrait.confusions(),
                        c -> line("%8d  %s", c.images(), c.taken())
                                + c.causes().stream()
                                        .map(cause -> line(
                                                "          %s is in %.1f %% of these, in %.1f %% of those taken"
                                                        + " rightly",
                                                title(cause.concept(), names),
                                                100 * cause.share(),
                                                100 * cause.right()))
                                        .collect(Collectors.joining()));
    }

    private static String title(int concept, ConceptNames names) {
        return names.of(concept).title();
    }

    public static String of(ClassEdit edit, OutputKind outputs) {
        if (outputs == OutputKind.LABELS) {
            return line("%d of %d images with the label %s lose it", edit.changed(), edit.images(), edit.label())
                    + list("labels found, afterwards", edit.after(), c -> line("%8d  %s", c.images(), c.label()));
        }
        return line("%d of %d images that are taken for %s change", edit.changed(), edit.images(), edit.label())
                + list("taken for, afterwards", edit.after(), c -> line("%8d  %s", c.images(), c.label()));
    }

    /** A heading and a line for each; nothing if there are none. */
    static <T> String list(String heading, List<T> all, Function<T, String> line) {
        return all.isEmpty()
                ? ""
                : line("%n%s", heading) + all.stream().map(line).collect(Collectors.joining());
    }

    static String line(String format, Object... values) {
        return String.format(Locale.ROOT, format + "%n", values);
    }
}
