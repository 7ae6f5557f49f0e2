package org.eddp.directions.step;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.eddp.directions.Detectors;
import org.eddp.directions.LossOptions;
import org.eddp.directions.Manipulation.Kind;
import org.eddp.directions.Term;
import org.eddp.directions.step.TiledStep.StepLocation;
import org.eddp.features.DenseFeatures;
import org.eddp.features.FeatureSource;
import org.eddp.features.FeatureSource.Batch;
import org.eddp.features.Grid;
import org.eddp.features.Head;
import org.eddp.monitor.Monitor;
import org.eddp.network.LinearReadout;
import org.eddp.parts.Distributor;
import org.eddp.parts.Work;
import org.eddp.parts.Work.WorkOrder;
import org.eddp.parts.WorkerContext;
import org.eddp.tensor.Activation;
import org.eddp.tensor.DType;
import org.eddp.tensor.Matrix;
import org.eddp.tensor.Scope;
import org.eddp.tensor.Tensor;
import org.eddp.tensor.Workers;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Strips that are done by processes which remember some of the passes before, and others that they forgot or never did. */
class StripsElsewhereTest {
    private static final int IMAGES = 24;
    private static final Grid GRID = new Grid(4, 4);
    private static final int WIDTH = 24;
    private static final int TILE = 2 * 16 * WIDTH;
    private static final LossOptions OPTIONS = LossOptions.of(0.05, 0.4).withDamping(0.1);

    /** Another batch, but for what is overridden. */
    private static class Wrapped implements Batch {
        final Batch batch;

        Wrapped(Batch batch) {
            this.batch = batch;
        }

        @Override
        public int images() {
            return batch.images();
        }

        @Override
        public Grid grid() {
            return batch.grid();
        }

        @Override
        public int width() {
            return batch.width();
        }

        @Override
        public DType type() {
            return batch.type();
        }

        @Override
        public Tensor rows(int first, int count) {
            return batch.rows(first, count);
        }
    }

    /** Images of which other processes know the numbers. */
    private static Batch numbered(DenseFeatures all, int... images) {
        return new Wrapped(all.select(images)) {
            @Override
            public Optional<int[]> numbers() {
                return Optional.of(images);
            }
        };
    }

    private static DenseFeatures features() {
        SplittableRandom random = new SplittableRandom(11);
        double[] values = new double[IMAGES * GRID.cells() * WIDTH];
        Arrays.setAll(values, i -> Math.max(0, random.nextGaussian()));
        return new DenseFeatures(Tensor.of(values, DType.FLOAT32, IMAGES * GRID.cells(), WIDTH), GRID);
    }

    private static Head head() {
        SplittableRandom random = new SplittableRandom(12);
        Matrix classes = new Matrix(WIDTH, 5);
        Arrays.setAll(classes.values(), i -> random.nextGaussian());
        return Head.of(new LinearReadout(classes, new double[5]), GRID);
    }

    private static Detectors detectors(int concepts, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        Matrix filters = new Matrix(WIDTH, concepts);
        Arrays.setAll(filters.values(), i -> random.nextGaussian());
        return new Detectors(filters, random.doubles(concepts, 0, 3).toArray());
    }

    /** What processes open; it is never sent anywhere here, only equal to itself. */
    private record Place(FeatureSource features, Head head) implements StepLocation {
        private static final long serialVersionUID = 1L;

        @Override
        public Opened open(WorkerContext place) {
            return new Opened() {
                @Override
                public FeatureSource features() {
                    return features;
                }

                @Override
                public Head head() {
                    return head;
                }

                @Override
                public void close() {
                    // the test owns them
                }
            };
        }
    }

    /** Two processes, which share the strips otherwise in every pass. */
    private static final class Two implements Distributor, AutoCloseable {
        private final List<WorkerContext> places = new ArrayList<>();
        private int passes;

        Two() {
            for (int k = 0; k < 2; k++) {
                places.add(new WorkerContext(new Workers(2), Monitor.NONE));
            }
        }

        @Override
        public <R> void run(Work<R> work, int first, int end, Consumer<? super R> inOrder) {
            assertThat(end).isGreaterThan(3);
            int middle = 1 + passes++ % (end - 2);
            WorkOrder<R> order = work.order();
            List<R> found = new ArrayList<>();
            order.open(places.get(0)).run(first, middle, found::add);
            order.open(places.get(1)).run(middle, end, found::add);
            found.forEach(result -> inOrder.accept(order.fromBytes(order.toBytes(result))));
        }

        @Override
        public void close() {
            places.forEach(WorkerContext::close);
        }
    }

    private static Step.Evaluation evaluate(TiledStep step, Batch batch, Detectors detectors, Kind kind) {
        Map<Term, Double> factors = Map.of(
                Term.FOCAL_SPARSITY, 1.0,
                Term.MAXIMUM_ACTIVATION, 0.5,
                Term.INACTIVE_CLASSIFIER, 0.25,
                Term.FILTER_SIGNAL_ORTHOGONALITY, 0.5,
                Term.UNCERTAINTY, 0.5);
        double[] strengths = new double[batch.images()];
        Arrays.setAll(strengths, i -> 0.1 + 0.01 * i);
        return step.evaluate(batch, detectors, Step.Weighting.of(factors), kind, strengths, Step.SignalSource.BATCH);
    }

    /** With few concepts the way back of L^ur is through the scores that tiles keep, with many it is not. */
    @ParameterizedTest
    @CsvSource({"CONSTRAINED, 6", "CONSTRAINED, 20", "UNCONSTRAINED, 6", "PRESENT_ONLY, 6"})
    void everyEvaluationIsThatOfOneProcess(Kind kind, int concepts) {
        try (Scope scope = Scope.open();
                Workers workers = new Workers(2);
                Two others = new Two();
                TiledStep here = new TiledStep(OPTIONS, head(), Activation.RELU, workers, TILE);
                TiledStep there = new TiledStep(OPTIONS, head(), Activation.RELU, workers, TILE)) {
            DenseFeatures all = features();
            there.doneBy(others, new Place(all, head()));
            for (int k = 0; k < 4; k++) {
                int first = k;
                int[] images = IntStream.range(first, first + 18).toArray();
                Detectors detectors = detectors(concepts, k);
                Step.Evaluation expected = evaluate(here, all.select(images), detectors, kind);
                Step.Evaluation found = evaluate(there, numbered(all, images), detectors, kind);
                assertThat(found.values()).isEqualTo(expected.values());
                assertThat(found.filters().values())
                        .isEqualTo(expected.filters().values());
                assertThat(found.thresholds()).isEqualTo(expected.thresholds());
            }
            assertThat(others.passes).isEqualTo(4 * 3);
        }
    }

    /** A strip that failed is not taken for done when it is tried again. */
    @Test
    void whatFailedIsDoneAgain() {
        try (Scope scope = Scope.open();
                WorkerContext place = new WorkerContext(new Workers(2), Monitor.NONE)) {
            DenseFeatures all = features();
            int[] failures = {1};
            FeatureSource failing = new FailingOnce(all, failures);
            Distributor last = new Distributor() {
                private int pass;

                @Override
                public <R> void run(Work<R> work, int first, int end, Consumer<? super R> inOrder) {
                    if (++pass < 3) {
                        work.run(first, end, inOrder); // by a process that is lost afterwards
                        return;
                    }
                    WorkOrder<R> order = work.order();
                    try {
                        order.open(place).run(first, end, result -> {});
                    } catch (IllegalStateException e) {
                        assertThat(e).hasMessage("out of memory, for once");
                    }
                    assertThat(failures[0]).isZero();
                    order.open(place).run(first, end, inOrder);
                }
            };
            try (Workers workers = new Workers(2);
                    TiledStep here = new TiledStep(OPTIONS, head(), Activation.RELU, workers, TILE);
                    TiledStep there = new TiledStep(OPTIONS, head(), Activation.RELU, workers, TILE)) {
                there.doneBy(last, new Place(failing, head()));
                int[] images = IntStream.range(0, 18).toArray();
                Detectors detectors = detectors(6, 1);
                Step.Evaluation expected = evaluate(here, all.select(images), detectors, Kind.CONSTRAINED);
                Step.Evaluation found = evaluate(there, numbered(all, images), detectors, Kind.CONSTRAINED);
                assertThat(found.filters().values())
                        .isEqualTo(expected.filters().values());
            }
        }
    }

    /** Features whose later images cannot be read the first time. */
    private record FailingOnce(DenseFeatures all, int[] failures) implements FeatureSource {
        @Override
        public int images() {
            return all.images();
        }

        @Override
        public Grid grid() {
            return all.grid();
        }

        @Override
        public int width() {
            return all.width();
        }

        @Override
        public DType type() {
            return all.type();
        }

        @Override
        public Batch range(int first, int count) {
            return all.range(first, count);
        }

        @Override
        public Batch select(int[] images) {
            return new Wrapped(all.select(images)) {
                @Override
                public Tensor rows(int first, int count) {
                    if (first >= 10 && failures[0] > 0) {
                        failures[0]--;
                        throw new IllegalStateException("out of memory, for once");
                    }
                    return batch.rows(first, count);
                }
            };
        }
    }
}
