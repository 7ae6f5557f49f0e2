package org.eddp.influence;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import org.eddp.files.arrays.SafetensorsFile;
import org.eddp.monitor.Monitor;
import org.eddp.parts.PartialResult;
import org.eddp.tensor.Matrix;

/**
 * Effects of steps along consecutive noise directions on every class. As arrays: {@code effects} (directions x classes).
 */
public final class NoiseEffects implements PartialResult<NoiseEffects> {
    /** Blocks measured in one call where directions are one product: enough work for several threads. */
    private static final int BLOCKS_AT_ONCE = 64;

    private final int classes;
    private final List<double[]> rows = new ArrayList<>();

    private NoiseEffects(int classes) {
        this.classes = classes;
    }

    /** Effects of no direction yet. */
    public static NoiseEffects none(int classes) {
        return new NoiseEffects(classes);
    }

    /**
     * Measures some consecutive blocks of directions.
     *
     * @param end behind the last block
     * @param inOrder receives the effects of each block
     * @param monitor receives the progress by blocks
     * @throws org.eddp.monitor.Monitor.Stopped if the monitor stops the work
     */
    public static void run(
            NoiseDirections directions,
            Sensitivity sensitivity,
            int first,
            int end,
            Monitor monitor,
            Consumer<? super NoiseEffects> inOrder) {
        int together = sensitivity.separable() ? 1 : BLOCKS_AT_ONCE;
        for (int from = first; from < end; from += together) {
            monitor.check("measuring noise directions");
            int to = Math.min(end, from + together);
            Matrix effects = sensitivity.measure(directions.blocks(from, to)).effects();
            for (int b = from; b < to; b++) {
                NoiseEffects block = none(effects.columns());
                for (int d = 0; d < NoiseDirections.BLOCK; d++) {
                    block.rows.add(effects.rowCopy((b - from) * NoiseDirections.BLOCK + d));
                }
                inOrder.accept(block);
                monitor.onProgress(b + 1 - first, end - first);
            }
        }
    }

    @Override
    public void add(NoiseEffects later) {
        if (later.classes != classes) {
            throw new IllegalArgumentException(
                    "effects on " + later.classes + " classes cannot be added to those on " + classes);
        }
        rows.addAll(later.rows);
    }

    /** Number of directions. */
    public int directions() {
        return rows.size();
    }

    /** The effects of some consecutive directions, one row each. */
    Matrix effects(int first, int end) {
        Matrix effects = new Matrix(end - first, classes);
        for (int d = first; d < end; d++) {
            System.arraycopy(rows.get(d), 0, effects.values(), (d - first) * classes, classes);
        }
        return effects;
    }

    @Override
    public SafetensorsFile content() {
        return new SafetensorsFile().add("effects", effects(0, directions()));
    }

    /**
     * Effects that were kept.
     *
     * @throws org.eddp.files.FileFailure if the file does not hold effects
     */
    public static NoiseEffects read(SafetensorsFile content) {
        Matrix effects = content.matrix("effects");
        if (Arrays.stream(effects.values()).anyMatch(e -> !Double.isFinite(e))) {
            throw content.damaged("an effect of a noise direction is not a finite number");
        }
        NoiseEffects read = none(effects.columns());
        for (int d = 0; d < effects.rows(); d++) {
            read.rows.add(effects.rowCopy(d));
        }
        return read;
    }
}
