package org.eddp.bench;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectOutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.eddp.features.FeatureSet;
import org.eddp.learning.GeneralPreset;
import org.eddp.math.Median;
import org.eddp.monitor.Monitor;
import org.eddp.parts.Distributor;
import org.eddp.parts.Work;
import org.eddp.parts.Work.WorkOrder;
import org.eddp.parts.WorkerContext;
import org.eddp.study.Learning;
import org.eddp.study.PresetChanges;

/**
 * The overhead of a cluster: per task, with empty tasks, and per step of learning, with the same steps in this process
 * and on the cluster.
 *
 * @param workers processes of the cluster, of one core each
 * @param taskMilliseconds of wall time from task to task, with all workers busy
 * @param patches of a step
 * @param hereMilliseconds of a step in this process, with as many threads as there are workers; median
 * @param thereMilliseconds of a step done by the cluster; median
 * @param sentBytes of a step, to every worker
 * @param receivedBytes of a step, from all of them
 */
record ClusterCosts(
        int workers,
        double taskMilliseconds,
        int patches,
        double hereMilliseconds,
        double thereMilliseconds,
        long sentBytes,
        long receivedBytes) {
    private static final int TASKS = 200;
    private static final int REPETITIONS = 5;
    private static final int CONCEPTS = 64;
    private static final List<Integer> EPOCHS = List.of(2, 2, 4);
    private static final List<Integer> COUNTED = List.of(1, 1, 2);

    /**
     * Measures the costs.
     *
     * @param cluster of so many workers
     * @param set features to learn from
     * @param folder for runs
     */
    static ClusterCosts of(Distributor cluster, int workers, FeatureSet set, Path folder) {
        double tasks = tasks(cluster);
        Steps here = new Steps(System::nanoTime);
        learn(Distributor.HERE, EPOCHS, workers, set, folder.resolve("learned-here"), here);
        Steps there = new Steps(System::nanoTime);
        learn(cluster, EPOCHS, workers, set, folder.resolve("learned-there"), there);
        // counting takes time, so it is done in a separate run
        Counting counting = new Counting(cluster);
        Steps counted = new Steps(() -> counting.sent, () -> counting.received);
        learn(counting, COUNTED, workers, set, folder.resolve("counted"), counted);
        int images = GeneralPreset.of(CONCEPTS).of(set).joint().schedule().batchImages();
        return new ClusterCosts(
                workers,
                tasks,
                Math.min(images, set.images()) * set.grid().cells(),
                here.median(0) / 1e6,
                there.median(0) / 1e6,
                Math.round(counted.median(0)),
                Math.round(counted.median(1)));
    }

    /** The measurements as a table. */
    String text() {
        return String.format(
                Locale.ROOT,
                "%n%d worker processes of Spark on this machine, one core each:%n"
                        + "  from task to task       %8.2f ms, so %.2f ms of a core for each task%n"
                        + "  a step of learning      %8.2f ms here (%d threads), %.2f ms by the workers: %.2f ms more%n"
                        + "    (%,d patches, %d concepts; %.2f MB sent to every worker, %.2f MB received from all)%n",
                workers,
                taskMilliseconds,
                taskMilliseconds * workers,
                hereMilliseconds,
                workers,
                thereMilliseconds,
                thereMilliseconds - hereMilliseconds,
                patches,
                CONCEPTS,
                sentBytes / 1e6,
                receivedBytes / 1e6);
    }

    private static double tasks(Distributor cluster) {
        double[] seconds = new double[REPETITIONS];
        for (int k = -1; k < REPETITIONS; k++) { // the first time workers start
            long begin = System.nanoTime();
            cluster.run(new Idle(), 0, TASKS, nothing -> {});
            if (k >= 0) {
                seconds[k] = (System.nanoTime() - begin) / 1e9;
            }
        }
        return 1e3 * Median.of(seconds) / TASKS;
    }

    /** Units that do nothing. */
    private static final class Idle implements Work<Integer> {
        @Override
        public int units() {
            return TASKS;
        }

        @Override
        public void run(int first, int end, Consumer<? super Integer> inOrder) {
            for (int unit = first; unit < end; unit++) {
                inOrder.accept(unit);
            }
        }

        @Override
        public WorkOrder<Integer> order() {
            return new IdleOrder();
        }
    }

    private record IdleOrder() implements WorkOrder<Integer> {
        private static final long serialVersionUID = 1L;

        @Override
        public Work<Integer> open(WorkerContext place) {
            return new Idle();
        }

        @Override
        public byte[] toBytes(Integer unit) {
            return new byte[] {unit.byteValue()};
        }

        @Override
        public Integer fromBytes(byte[] bytes) {
            return (int) bytes[0];
        }
    }

    private static void learn(
            Distributor who, List<Integer> epochs, int threads, FeatureSet set, Path run, Steps steps) {
        Learning.Options options = Learning.Options.of(CONCEPTS)
                .withChanges(PresetChanges.NONE.withCourse(PresetChanges.Course.NONE.withEpochs(epochs)))
                .withCheckpoints(new Learning.Checkpoints(false, Double.MAX_VALUE))
                .withThreads(threads);
        Learning.learn(set, run, options, who, steps);
    }

    /** Meter readings at the end of every step. */
    private static final class Steps implements Monitor {
        private final List<LongSupplier> meters;
        private final List<long[]> ends = new ArrayList<>();

        Steps(LongSupplier... meters) {
            this.meters = List.of(meters);
        }

        @Override
        public void onProgress(long done, long total) {
            // only stages are of interest
        }

        @Override
        public Stage stage(String name, long total) {
            boolean learning = name.equals("learn");
            return new Stage() {
                @Override
                public void onProgress(long done, long of) {
                    if (learning) {
                        ends.add(meters.stream()
                                .mapToLong(LongSupplier::getAsLong)
                                .toArray());
                    }
                }

                @Override
                public void close() {
                    // nothing is shown
                }
            };
        }

        /** The rise of a meter in a joint step, which has all passes: the steps of the second half. */
        double median(int meter) {
            int from = ends.size() / 2;
            double[] rises = new double[ends.size() - from - 1];
            for (int i = 0; i < rises.length; i++) {
                rises[i] = ends.get(from + i + 1)[meter] - ends.get(from + i)[meter];
            }
            return Median.of(rises);
        }
    }

    /** Counts the bytes sent and received. */
    private static final class Counting implements Distributor {
        private final Distributor cluster;
        private long sent;
        private long received;

        Counting(Distributor cluster) {
            this.cluster = cluster;
        }

        @Override
        public <R> void run(Work<R> work, int first, int end, Consumer<? super R> inOrder) {
            WorkOrder<R> order = work.order();
            sent += size(order);
            cluster.run(work, first, end, result -> {
                received += order.toBytes(result).length;
                inOrder.accept(result);
            });
        }

        private static long size(Object order) {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
                out.writeObject(order);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            return bytes.size();
        }
    }
}
