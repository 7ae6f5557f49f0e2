package org.eddp.features;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.eddp.files.Safetensors;
import org.eddp.files.SafetensorsFile;
import org.eddp.network.LinearReadout;

/** {@code readout.safetensors}: the linear layer above the features, where there is nothing else. */
final class ReadoutFile {
    private static final String NAME = "readout.safetensors";

    private ReadoutFile() {}

    static void write(Path folder, Optional<LinearReadout> readout) {
        readout.ifPresent(r -> Safetensors.write(
                folder.resolve(NAME),
                new SafetensorsFile().add("classVectors", r.classVectors()).add("biases", r.biases())));
    }

    static Optional<LinearReadout> read(Path folder) {
        Path file = folder.resolve(NAME);
        if (!Files.exists(file)) {
            return Optional.empty();
        }
        SafetensorsFile content = Safetensors.read(file);
        return Optional.of(new LinearReadout(content.matrix("classVectors"), content.reals("biases")));
    }
}
