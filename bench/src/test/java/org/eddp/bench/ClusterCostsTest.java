package org.eddp.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import org.eddp.features.FeatureSet;
import org.eddp.monitor.Monitor;
import org.eddp.parts.Distributor;
import org.eddp.parts.Work;
import org.eddp.parts.Work.WorkOrder;
import org.eddp.parts.WorkerContext;
import org.eddp.tensor.Workers;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ClusterCostsTest {
    /** One worker, in this process. */
    private static final class OneWorker implements Distributor, AutoCloseable {
        private final WorkerContext place = new WorkerContext(new Workers(1), Monitor.NONE);

        @Override
        public <R> void run(Work<R> work, int first, int end, Consumer<? super R> inOrder) {
            WorkOrder<R> order = work.order();
            order.open(place).run(first, end, found -> inOrder.accept(order.fromBytes(order.toBytes(found))));
        }

        @Override
        public void close() {
            place.close();
        }
    }

    @Test
    @Tag("slow")
    void countsWhatGoesToAndFro(@TempDir Path folder) {
        Path network = GeneratedRun.network(folder, new SplittableRandom(1));
        GeneratedPictures.write(folder.resolve("pictures"), 60, 1, GeneratedRun.SIZE, GeneratedRun.SIZE);
        ClusterCosts costs;
        try (Workers workers = new Workers(2);
                OneWorker worker = new OneWorker()) {
            FeatureSet set =
                    GeneratedRun.extract(network, folder.resolve("pictures"), folder.resolve("features"), workers);
            costs = ClusterCosts.of(worker, 1, set, folder);
        }
        assertThat(costs.patches()).isEqualTo(60 * 49);
        assertThat(costs.taskMilliseconds()).isPositive();
        assertThat(costs.hereMilliseconds()).isPositive();
        assertThat(costs.thereMilliseconds()).isPositive();
        assertThat(costs.sentBytes()).as("the filters, at least").isGreaterThan(128 * 64 * 8);
        assertThat(costs.receivedBytes()).as("their gradient, at least").isGreaterThan(128 * 64 * 4);
        assertThat(costs.text()).contains("ms of a core for each task", "2,940 patches");
    }
}
