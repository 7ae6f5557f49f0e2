package org.eddp.intervene;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.eddp.RandomMatrices.gaussian;

import java.nio.file.Path;
import java.util.function.Function;
import org.eddp.features.Grid;
import org.eddp.features.PatchLayer;
import org.eddp.network.Network;
import org.eddp.tensor.Activation;
import org.eddp.tensor.DType;
import org.eddp.tensor.Tensor;

/**
 * Corrected files of a format, compared with the correction in the process.
 *
 * @param loader opens a file
 * @param writer writes a corrected file
 * @param second the layer of a corrected network behind its correction
 */
record CorrectedFiles(Function<Path, Network> loader, Writer writer, Function<Network, String> second) {
    /** Writes a corrected file. */
    interface Writer {
        void write(Path file, PatchLayer layer, Correction correction, Path out);
    }

    /** Seeded numbers of a shape. */
    static Tensor numbers(long seed, long... shape) {
        int count = 1;
        for (long length : shape) {
            count *= (int) length;
        }
        return Tensor.of(gaussian(1, count, seed).times(0.5).values(), DType.FLOAT32, shape);
    }

    /** Corrects {@code layer} of a network on images of 8 x 8, and the corrected network once more. */
    void check(Path file, int width, Grid grid, Activation activation) {
        Tensor images = numbers(9, 5, 3, 8, 8);
        Correction correction = RandomCorrections.correction(width, activation);
        Path fixed = file.resolveSibling("fixed-" + file.getFileName());
        Path twice = file.resolveSibling("twice-" + file.getFileName());
        try (Network original = loader.apply(file)) {
            PatchLayer layer = PatchLayer.of(original.cut("layer"), grid);
            double[] inProcess = corrected(layer, correction, images);
            assertThat(original.logits(images).toDoubles()).isNotEqualTo(inProcess);
            checkWritten(file, layer, correction, fixed, images);
        }
        try (Network again = loader.apply(fixed)) {
            PatchLayer layer = PatchLayer.of(again.cut(second.apply(again)), grid);
            checkWritten(fixed, layer, correction, twice, images);
        }
    }

    private void checkWritten(Path file, PatchLayer layer, Correction correction, Path out, Tensor images) {
        writer.write(file, layer, correction, out);
        try (Network written = loader.apply(out)) {
            assertThat(written.logits(images).toDoubles())
                    .containsExactly(corrected(layer, correction, images), within(1e-5));
        }
    }

    static double[] corrected(PatchLayer layer, Correction correction, Tensor images) {
        return new Correction.CorrectedCut(layer, correction).logits(images).toDoubles();
    }
}
