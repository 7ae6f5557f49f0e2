package org.eddp.decomposition;

import java.util.Arrays;
import java.util.function.Consumer;
import java.util.function.DoublePredicate;
import java.util.function.Function;
import org.eddp.failure.InvalidInput;
import org.eddp.tensor.DType;
import org.eddp.tensor.Kernels;
import org.eddp.tensor.Matrix;
import org.eddp.tensor.Tensor;
import org.eddp.tensor.Workers;

/**
 * A feature matrix cut into tiles of rows that fit the cache. Tiles are handed out in double precision; what is
 * computed from them is combined in row order, so that the sums do not depend on the number of threads.
 */
public final class Tiles {
    /** One megabyte of doubles: about the second-level cache of one core. */
    private static final int TILE_ELEMENTS = 1 << 17;
    /** Products of fewer rows than this no longer run at full speed, however wide the rows. */
    private static final int LEAST_ROWS = 256;

    private final Tensor x;
    private final Tensor origin;
    private final int rowsPerTile;
    private final Workers workers;

    /**
     * One tile.
     *
     * @param start index of its first row in X
     * @param x its rows as FLOAT64, valid inside the task only; read, never write
     */
    public record Tile(int start, Tensor x) {
        public int rows() {
            return x.size(0);
        }
    }

    /** Tiles of a size that depends on the feature width only. */
    public static Tiles of(Tensor x, Workers workers) {
        checkShape(x);
        return new Tiles(x, Math.max(LEAST_ROWS, TILE_ELEMENTS / x.size(1)), workers);
    }

    public Tiles(Tensor x, int rowsPerTile, Workers workers) {
        this(x, null, rowsPerTile, workers);
        checkShape(x);
    }

    private Tiles(Tensor x, Tensor origin, int rowsPerTile, Workers workers) {
        this.x = x;
        this.origin = origin;
        this.rowsPerTile = rowsPerTile;
        this.workers = workers;
    }

    private static void checkShape(Tensor x) {
        long[] shape = x.shape();
        if (shape.length != 2 || shape[0] < 1 || shape[1] < 1) {
            throw new IllegalArgumentException("X has shape " + Arrays.toString(shape)
                    + " but must be patches x features, both at least 1; reshape it first");
        }
        if (x.type() == DType.INT64) {
            throw new IllegalArgumentException("X holds INT64 values; convert it to FLOAT32 or FLOAT64 first");
        }
    }

    /** The rows of X with {@code row} subtracted; the tensor for it belongs to the open scope. */
    public Tiles minus(double[] row) {
        return new Tiles(x, Tensor.of(Matrix.row(row), DType.FLOAT64), rowsPerTile, workers);
    }

    public int patches() {
        return x.size(0);
    }

    public int features() {
        return x.size(1);
    }

    public DType type() {
        return x.type();
    }

    /** Copies one row. */
    public double[] row(int index) {
        return slice(index, 1).toDoubles();
    }

    /**
     * Runs {@code task} on every tile and hands the results to {@code combine} in row order. Tensors the task creates
     * are released after its result was combined.
     */
    public <T> void forEach(Function<Tile, T> task, Consumer<? super T> combine) {
        int count = (patches() - 1) / rowsPerTile + 1;
        workers.forEach(count, index -> task.apply(tile(index)), combine);
    }

    private Tile tile(int index) {
        int start = index * rowsPerTile;
        return new Tile(start, slice(start, Math.min(rowsPerTile, patches() - start)));
    }

    private Tensor slice(int start, int rows) {
        Tensor slice = x.narrow(0, start, rows);
        return origin == null ? slice.to(DType.FLOAT64) : slice.minus(origin); // the difference is FLOAT64 as origin is
    }

    private record Summed(Tile tile, Tensor sums) {}

    /** Mean of every feature; refuses values that are not finite. */
    public double[] mean() {
        Tensor sums = Tensor.zeros(DType.FLOAT64, 1, features());
        forEach(tile -> new Summed(tile, tile.x().sum(0)), part -> {
            if (!Double.isFinite(part.sums().sum().item())) {
                refuse(part.tile(), v -> !Double.isFinite(v), "is not a finite number; remove that patch");
            }
            Kernels.add(sums, sums, part.sums());
        });
        return sums.times(1.0 / patches()).toDoubles();
    }

    /**
     * Throws, naming the first offending element of the tile. Call it while combining: the first tile that offends is
     * then the one named, for any number of threads.
     */
    public static void refuse(Tile tile, DoublePredicate offends, String reason) {
        double[] values = tile.x().toDoubles();
        int features = tile.x().size(1);
        for (int i = 0; i < values.length; i++) {
            if (offends.test(values[i])) {
                throw new InvalidInput("X at row " + (tile.start() + i / features) + ", column " + i % features + " = "
                        + values[i] + " " + reason);
            }
        }
        throw new InvalidInput("sums over rows " + tile.start() + " to " + (tile.start() + tile.rows() - 1)
                + " of X overflow double precision; scale X down");
    }
}
