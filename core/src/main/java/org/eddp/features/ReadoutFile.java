package org.eddp.features;

import java.nio.file.Path;
import java.util.Optional;
import org.eddp.files.Digests;
import org.eddp.files.SafetensorsFile;
import org.eddp.network.LinearReadout;
import org.eddp.network.OutputKind;
import org.eddp.tensor.Matrix;

/** {@code readout.safetensors}: the linear layer above the features, where there is nothing else. */
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
     * @param digest that the file must have; null if there is none
     * @param outputs what the logits stand for
     */
    static Optional<LinearReadout> read(Path folder, String digest, OutputKind outputs) {
        if (digest == null) {
            return Optional.empty();
        }
        Path file = folder.resolve(NAME);
        if (!Digests.of(file).equals(digest)) {
            throw new FeatureSet.Outdated(
                    "cannot use " + file + ": its content does not match its checksum; extract the features anew");
        }
        SafetensorsFile content = SafetensorsFile.read(file);
        Matrix classVectors = content.matrix("classVectors");
        return Optional.of(new LinearReadout(classVectors, content.reals("biases", classVectors.columns()), outputs));
    }
}
