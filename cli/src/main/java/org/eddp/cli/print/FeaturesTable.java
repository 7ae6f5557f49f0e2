package org.eddp.cli.print;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.eddp.cli.option.ShellText;
import org.eddp.cli.terminal.Escapes;
import org.eddp.features.FeatureExtraction;
import org.eddp.features.FeatureSet;

/** A feature set as text. */
public final class FeaturesTable {
    private static final int SHOWN_SKIPPED = 5;

    private FeaturesTable() {}

    /** Prints the extracted features. */
    public static void print(PrintWriter to, Path out, FeatureSet set) {
        to.printf(
                Locale.ROOT,
                "%s: %d images x %d x %d patches x %d features (%s, %.1f MB%s)%n",
                out,
                set.images(),
                set.grid().height(),
                set.grid().width(),
                set.width(),
                set.info().type().name().toLowerCase(Locale.ROOT),
                (double) set.patches()
                        * set.width()
                        * (set.info().type() == FeatureExtraction.NumberType.FLOAT16 ? 2 : 4)
                        / 1e6,
                set.isKept() ? "" : ", computed when needed");
        to.println("preprocessing: " + set.info().provenance().preprocessing());
        to.println(
                set.readout().isPresent()
                        ? "above the layer: global average pooling and one linear layer"
                        : !set.outputs().decides()
                                ? "above the layer: no classifier ("
                                        + set.outputs().plural() + "); eddp learn leaves L^ur out"
                                : "above the layer: more than one linear layer; eddp learn loads the network for it");
        if (set.grid().cells() == 1) {
            to.println(
                    "one patch per image: this layer is after pooling, so concepts will be of whole images and nothing"
                            + " can say where in an image they are; eddp network names the last layer with patches");
        }
        List<FeatureSet.ImageRecord> skipped = set.skipped();
        if (!skipped.isEmpty()) {
            to.println(skipped.size() + " broken images were skipped:");
            skipped.stream().limit(SHOWN_SKIPPED).forEach(r -> to.println("  " + Escapes.line(r.skipped())));
            if (skipped.size() > SHOWN_SKIPPED) {
                to.println("  ... (all are in " + out.resolve("images-*.json") + ")");
            }
        }
        to.println("next: ./eddp learn --features " + ShellText.quoted(out.toString()) + " --out DIR");
    }
}
