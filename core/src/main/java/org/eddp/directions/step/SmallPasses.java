package org.eddp.directions.step;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Consumer;
import org.eddp.directions.Detectors;
import org.eddp.directions.LossOptions;
import org.eddp.directions.Manipulation.Kind;
import org.eddp.features.FeatureSource.Batch;
import org.eddp.network.LinearReadout;
import org.eddp.network.OutputKind;
import org.eddp.tensor.Activation;
import org.eddp.tensor.DType;
import org.eddp.tensor.Matrix;
import org.eddp.tensor.MatrixAlgebra;

/**
 * The passes over a small batch in Java arithmetic, in double. With few features and concepts a step would need about a
 * hundred engine calls of a few microseconds each, and each call allocates a tensor. Here loops run on blocks of about
 * a thousand patches that stay in the cache.
 *
 * <p>Threads take blocks; results are added in the order of blocks, so the numbers do not depend on the number of
 * threads.
 */
final class SmallPasses implements Passes {
    private static final int BLOCK_PATCHES = 1024;
    /** Multiplications of a patch with the filters and the head up to which the engine is slower. */
    private static final int MOST_MULTIPLICATIONS = 64;

    private final TiledStep step;
    private final Batch batch;
    private final Detectors detectors;
    private final boolean learnsSignals;
    private final double[] strengths;
    private final SmallMemberships memberships;
    private final SmallSignals signalVectors;
    private final Memory memory;
    /** Factor of the gradient of L^ur that is stored in the blocks; 0 if there is none. */
    private double alignmentPull;

    SmallPasses(
            TiledStep step,
            Batch batch,
            Detectors detectors,
            StepEvaluation.Wanted wanted,
            boolean subsampling,
            double[] strengths) {
        this.step = step;
        this.batch = batch;
        this.detectors = detectors;
        this.strengths = strengths;
        learnsSignals = wanted.learnedSignals();
        memberships = new SmallMemberships(detectors, wanted.focal(), wanted.shares());
        signalVectors = new SmallSignals(subsampling, detectors.thresholds());
        memory = step.small;
        memory.reserve(batch, detectors.concepts());
    }

    /**
     * Whether an evaluation can use this form: it is small, one tile for the engine, and needs no feature of the
     * engine.
     */
    static boolean suit(TiledStep step, Batch batch, Detectors detectors, StepEvaluation.Wanted wanted, Kind kind) {
        LossOptions options = step.options;
        int width = batch.width();
        int concepts = detectors.concepts();
        long patches = (long) batch.images() * batch.grid().cells();
        boolean usual = options.reductionExponent() == 2
                && options.focalExponent() == 2
                && options.membershipExponent() == 2
                && concepts > 1
                && concepts <= Rows.LOG_LIMIT;
        if (!usual || patches * Math.max(width, concepts) > step.tileElements) {
            return false;
        }
        if (!wanted.uncertainty()) {
            return width * concepts <= MOST_MULTIPLICATIONS;
        }
        Optional<LinearReadout> head = step.head.linear();
        return kind != Kind.PRESENT_ONLY
                && (step.activation == Activation.RELU || step.activation == Activation.IDENTITY)
                && head.isPresent()
                && head.get().outputs() == OutputKind.CLASSES
                && head.get().classes() <= Rows.LOG_LIMIT
                && width * (concepts + head.get().classes()) <= MOST_MULTIPLICATIONS;
    }

    @Override
    public Passes.Totals measure() {
        Passes.Totals totals = new Passes.Totals(detectors.concepts(), detectors.width());
        forEachBlock(
                (block, scratch) -> {
                    Passes.Totals part = new Passes.Totals(detectors.concepts(), detectors.width());
                    block.read(batch.rows(block.firstImage, block.images));
                    memberships.measure(block, part.sums);
                    if (learnsSignals) {
                        double[] work = scratch.rows(Scratch.WORK, 3, block.patches)[0];
                        part.moments = signalVectors.moments(block, work);
                    }
                    return part;
                },
                totals::add);
        return totals;
    }

    @Override
    public Aligned align(Kind kind, Matrix signals) {
        MatrixAlgebra algebra = MatrixAlgebra.onHeap(step.workers);
        Alignment alignment = Alignment.of(kind, detectors, signals, step.options.damping(), algebra);
        SmallAlignment aligned =
                new SmallAlignment(alignment.lift(), step.head.linear().orElseThrow(), step.activation, strengths);
        Matrix lift = new Matrix(detectors.width(), detectors.concepts());
        double[] entropy = new double[1];
        forEachBlock(aligned::run, part -> {
            entropy[0] += part.entropy();
            lift.add(part.lift(), 1);
        });
        return new Aligned() {
            @Override
            public double entropy() {
                return entropy[0];
            }

            @Override
            public Alignment.Gradient backward(double factor) {
                alignmentPull = factor;
                return alignment.backward(lift.times(factor));
            }
        };
    }

    @Override
    public void differentiate(
            MembershipKernel.Coefficients coefficients, SignalGradient signals, Matrix filters, double[] thresholds) {
        forEachBlock((block, scratch) -> differentiate(block, coefficients, signals, scratch), part -> {
            filters.add(part.filters(), 1);
            for (int i = 0; i < thresholds.length; i++) {
                thresholds[i] -= part.scores()[i];
            }
        });
    }

    /** Gradient of a block: with respect to the filters, and to the scores summed over patches. */
    private record BlockGradient(Matrix filters, double[] scores) {}

    private BlockGradient differentiate(
            SmallBlock block, MembershipKernel.Coefficients c, SignalGradient signals, Scratch scratch) {
        int n = block.patches;
        int concepts = detectors.concepts();
        double[][] work = scratch.rows(Scratch.WORK, 3, n);
        double[][] dScores = scratch.rows(Scratch.CONCEPTS, concepts, n);
        memberships.differentiate(dScores, c, block, work);
        double[] sums = new double[concepts];
        for (int i = 0; i < concepts; i++) {
            if (alignmentPull != 0) {
                Rows.addScaled(dScores[i], alignmentPull, block.flow[i], n);
            }
            sums[i] = Rows.sum(dScores[i], n);
        }
        if (signals != null) {
            // signal vectors depend on w.x, not on the thresholds
            signalVectors.addFlow(dScores, signals, block, work[0]);
        }
        Matrix filters = new Matrix(detectors.width(), concepts);
        for (int d = 0; d < detectors.width(); d++) {
            for (int i = 0; i < concepts; i++) {
                filters.set(d, i, Rows.dot(block.x[d], dScores[i], n));
            }
        }
        return new BlockGradient(filters, sums);
    }

    private <T> void forEachBlock(BlockTask<T> task, Consumer<T> combine) {
        step.workers.forEachAhead(
                memory.blocks.size(),
                index -> {
                    Scratch mine = memory.takeScratch();
                    try {
                        return task.run(memory.blocks.get(index), mine);
                    } finally {
                        memory.scratch.add(mine);
                    }
                },
                combine);
    }

    private interface BlockTask<T> {
        T run(SmallBlock block, Scratch scratch);
    }

    /** The memory of evaluations, kept from one to the next while they are of one size. */
    static final class Memory {
        private final List<SmallBlock> blocks = new ArrayList<>();
        private final Queue<Scratch> scratch = new ConcurrentLinkedQueue<>();
        private Shape shape;

        private record Shape(int images, int cells, int width, int concepts, DType type) {}

        private void reserve(Batch batch, int concepts) {
            int cells = batch.grid().cells();
            Shape wanted = new Shape(batch.images(), cells, batch.width(), concepts, batch.type());
            if (wanted.equals(shape)) {
                return;
            }
            close();
            int most = Math.max(1, BLOCK_PATCHES / cells);
            for (int first = 0; first < batch.images(); first += most) {
                int images = Math.min(most, batch.images() - first);
                blocks.add(new SmallBlock(first, images, cells, batch.width(), concepts, batch.type()));
            }
            shape = wanted;
        }

        private Scratch takeScratch() {
            Scratch free = scratch.poll();
            return free == null ? new Scratch() : free;
        }

        void close() {
            blocks.clear();
            scratch.clear();
            shape = null;
        }
    }

    /** Rows that a worker computes in, kept from one block and step to the next. */
    static final class Scratch {
        static final int WORK = 0;
        static final int CONCEPTS = 1;
        static final int FEATURES = 2;
        static final int POOLED = 3;
        static final int LOGITS = 4;
        static final int PROBABILITIES = 5;
        static final int IMAGES = 6;

        private final double[][][] slots = new double[IMAGES + 1][][];

        /** This many rows, each at least {@code length} long, with undefined content. */
        double[][] rows(int slot, int rows, int length) {
            double[][] kept = slots[slot];
            if (kept == null || kept.length != rows || kept[0].length < length) {
                kept = new double[rows][length];
                slots[slot] = kept;
            }
            return kept;
        }
    }
}
