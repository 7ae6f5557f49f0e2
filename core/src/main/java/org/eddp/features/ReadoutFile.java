package org.eddp.features;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.eddp.files.Digests;
import org.eddp.files.arrays.SafetensorsFile;
import org.eddp.network.LinearReadout;
import org.eddp.tensor.Matrix;

/** {@code readout.safetensors}: the linear layer above the features, if the head is linear. */
final class ReadoutFile {
    static final String NAME = "readout.safetensors";

    private ReadoutFile() {}

    /** Writes it if there is one; returns the digest of the file, else null. */
    static String write(Path folder, Optional<LinearReadout> readout) {
        if (readout.isEmpty()) {
            return null;
        }
        LinearReadout r = readout.get();
        Path file = folder.resolve(NAME);
        new SafetensorsFile()
                .add("classVectors", r.classVectors())
                .add("biases", r.biases())
                .write(file);
        return Digests.of(file);
    }

    /**
     * Reads it.
     *
     * @param info of the set: the digest that the file must have, and its sizes
     * @return empty if the set has none
     */
    static Optional<LinearReadout> read(Path folder, FeatureSet.Info info) {
        if (info.readout() == null) {
            return Optional.empty();
        }
        Path file = folder.resolve(NAME);
        requireDigest(file, info.readout());
        SafetensorsFile content = SafetensorsFile.read(file);
        Matrix classVectors = content.matrix("classVectors", info.width(), info.classes());
        double[] biases = content.reals("biases", info.classes());
        for (double[] numbers : List.of(classVectors.values(), biases)) {
            if (!Arrays.stream(numbers).allMatch(Double::isFinite)) {
                throw content.damaged("a number of the class vectors is not finite");
            }
        }
        return Optional.of(
                new LinearReadout(classVectors, biases, info.provenance().outputs()));
    }

    /** Refuses a changed file before more is computed for the set. */
    static void verify(Path folder, FeatureSet.Info info) {
        if (info.readout() != null) {
            requireDigest(folder.resolve(NAME), info.readout());
        }
    }

    private static void requireDigest(Path file, String digest) {
        if (!Digests.of(file).equals(digest)) {
            throw new FeatureSet.Outdated(
                    "cannot use " + file + ": its content does not match its checksum; extract the features again");
        }
    }
}
