package org.eddp.run;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalInt;
import org.eddp.features.FeatureSet;
import org.eddp.files.AtomicFile;
import org.eddp.files.FileFailure;
import org.eddp.files.FolderLock;
import org.eddp.names.ClassNames;
import org.eddp.names.ImageNet;
import org.eddp.network.OutputKind;
import org.eddp.tensor.Scope;

/**
 * The names of the classes of a run's network: those that the user gives now, else those given before, else ImageNet's
 * if the network has its classes. Given names are kept in {@code class-names-NETWORK.txt}, where NETWORK is the
 * beginning of the network's digest, so that a run of another network in the same folder does not use them.
 */
final class RunClassNames {
    private static final int DIGITS = 8;

    private RunClassNames() {}

    /**
     * The names for a run.
     *
     * @throws FileFailure if the user gives names of another number of classes
     */
    static ClassNames of(Run run) {
        Path given = run.options().classNames();
        if (given != null) {
            ClassNames names = ClassNames.read(given);
            classes(run).ifPresent(names::requireFit);
            return names;
        }
        if (!run.isOfNetwork()) {
            return ClassNames.NONE;
        }
        Path kept = file(run);
        if (!Files.isRegularFile(kept)) {
            try {
                return known(run);
            } catch (FileFailure e) {
                return ClassNames.NONE; // commands that read the features report the damage
            }
        }
        ClassNames names = ClassNames.read(kept);
        return names.names().isEmpty() ? ClassNames.NONE : names;
    }

    /** Keeps the names in the run, if it can be written. */
    static void keep(Run run) {
        ClassNames names = run.classNames();
        boolean chosen = run.options().classNames() != null || names.source() != null;
        if (!run.isOfNetwork() || !chosen) {
            return;
        }
        Path file = file(run);
        String lines = names.names().isEmpty() ? "" : String.join("\n", names.names()) + "\n";
        try {
            if (!Files.isRegularFile(file) || !ClassNames.read(file).names().equals(names.names())) {
                try (FolderLock lock = run.writing()) {
                    AtomicFile.writeString(file, lines);
                }
            }
        } catch (FileFailure e) {
            run.monitor().remark("the class names are not kept in the run: " + e.getMessage());
        }
    }

    /** Number of classes of the network; empty if neither features nor network are available. */
    static OptionalInt classes(Run run) {
        try {
            return OptionalInt.of(
                    run.hasFeatures()
                            ? run.features().info().classes()
                            : run.network().classes());
        } catch (RunFailure.MissingPart e) {
            return OptionalInt.empty();
        }
    }

    private static Path file(Run run) {
        return run.path("class-names-" + run.provenance().networkSha256().substring(0, DIGITS) + ".txt");
    }

    private static ClassNames known(Run run) {
        if (!run.hasFeatures() || run.provenance().outputs() != OutputKind.CLASSES) {
            return ClassNames.NONE;
        }
        FeatureSet set = run.features();
        if (set.info().classes() != ImageNet.CLASSES || !set.isKept() || !ImageNet.fitsOrder(logits(set))) {
            return ClassNames.NONE;
        }
        run.monitor()
                .remark("class names: ImageNet's; the network has 1,000 classes, and its logits say that they are in"
                        + " ImageNet's order");
        return ImageNet.names();
    }

    /** Logits of pictures spread over the whole set, because neighbours are often of one class. */
    private static double[] logits(FeatureSet set) {
        int images = Math.min(set.images(), ImageNet.ENOUGH);
        double[] logits = new double[images * ImageNet.CLASSES];
        for (int i = 0; i < images; i++) {
            try (Scope scope = Scope.open()) {
                int image = (int) ((long) i * set.images() / images);
                System.arraycopy(set.logits(image, 1).toDoubles(), 0, logits, i * ImageNet.CLASSES, ImageNet.CLASSES);
            }
        }
        return logits;
    }
}
