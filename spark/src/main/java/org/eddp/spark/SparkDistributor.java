package org.eddp.spark;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.apache.spark.FutureAction;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.storage.StorageLevel;
import org.eddp.files.FileFailure;
import org.eddp.monitor.Monitor;
import org.eddp.monitor.Stopped;
import org.eddp.parts.ClusterService;
import org.eddp.parts.Part;
import org.eddp.parts.Work;
import org.eddp.parts.WorkOrder;
import scala.collection.Iterator;
import scala.jdk.javaapi.CollectionConverters;
import scala.runtime.AbstractFunction0;
import scala.runtime.AbstractFunction1;
import scala.runtime.AbstractFunction2;
import scala.runtime.BoxedUnit;

/**
 * Has units of work done by the executors of a Spark cluster. A task is one unit, or several consecutive ones; what units give comes back as bytes as
 * soon as a task ends, and is handed over in the order of the units. A task whose executor is lost is done again by Spark; one that fails for a
 * reason of ours, which repeating does not change, ends the work with that reason.
 *
 * <p>Work whose units are brief is cut into as many tasks as the cluster has cores, and the k-th of them goes to the executor that had the k-th before
 * as long as there is one, since that has read the features it needs and remembers what was asked last.
 */
final class SparkDistributor implements ClusterService.Cluster {
    private static final int ASK_MILLISECONDS = 200;

    private final JavaSparkContext context;
    private final int most;
    /** Tasks of brief work; Spark remembers where each of its numbers is held, and sends tasks there. */
    private JavaRDD<Integer> places;

    /** Tasks of one unit each, or as many as there are cores where units are brief. */
    SparkDistributor(JavaSparkContext context) {
        this(context, 0);
    }

    /**
     * A distributor.
     *
     * @param most number of tasks that work is cut into at most, 0 for as many as it needs
     */
    SparkDistributor(JavaSparkContext context, int most) {
        this.context = context;
        this.most = most;
    }

    @Override
    public <R> void run(Work<R> work, int first, int end, Consumer<? super R> inOrder) {
        if (end <= first) {
            return;
        }
        WorkOrder<R> order = work.order();
        Broadcast<WorkOrder<R>> sent = context.broadcast(order);
        BlockingQueue<UnitOutcome[]> arrived = new LinkedBlockingQueue<>();
        FutureAction<?> job = submit(sent, tasks(work, end - first), first, end, arrived);
        try {
            new HandOver<>(order, first, end, inOrder, work.monitor()).run(arrived, job);
        } finally {
            job.cancel();
            sent.destroy();
        }
    }

    private int tasks(Work<?> work, int units) {
        int wanted = work.brief() ? context.defaultParallelism() : units;
        return Math.min(units, most > 0 ? most : wanted);
    }

    private <R> FutureAction<?> submit(
            Broadcast<WorkOrder<R>> sent, int tasks, int first, int end, BlockingQueue<UnitOutcome[]> arrived) {
        JavaRDD<UnitOutcome> outcomes = places(tasks).mapPartitions(numbers -> {
            Part part = new Part(numbers.next() + 1, tasks);
            return OpenWork.run(sent.value(), first + part.first(end - first), first + part.end(end - first));
        });
        List<Object> all = new ArrayList<>(IntStream.range(0, tasks).boxed().toList());
        return context.sc()
                .submitJob(
                        outcomes.rdd(),
                        new AllOf(),
                        CollectionConverters.asScala(all).toSeq(),
                        new Arrival(arrived),
                        new Nothing());
    }

    private JavaRDD<Integer> places(int tasks) {
        if (places == null || places.getNumPartitions() != tasks) {
            if (places != null) {
                places.unpersist(false);
            }
            places = context.parallelize(IntStream.range(0, tasks).boxed().toList(), tasks)
                    .persist(StorageLevel.MEMORY_ONLY());
        }
        return places;
    }

    @Override
    public void close() {
        context.close();
    }

    /** Takes what tasks gave as it arrives, and hands it over in the order of the units. */
    private static final class HandOver<R> {
        private final WorkOrder<R> order;
        private final Consumer<? super R> inOrder;
        private final Monitor monitor;
        private final int first;
        private final int end;
        private final TreeMap<Integer, byte[]> waiting = new TreeMap<>();
        private int next;

        HandOver(WorkOrder<R> order, int first, int end, Consumer<? super R> inOrder, Monitor monitor) {
            this.order = order;
            this.first = first;
            this.end = end;
            this.inOrder = inOrder;
            this.monitor = monitor;
            next = first;
        }

        void run(BlockingQueue<UnitOutcome[]> arrived, FutureAction<?> job) {
            while (next < end) {
                if (monitor.stopRequested()) {
                    throw new Stopped("stopped; what is finished is kept, repeat the command to go on");
                }
                boolean over = job.isCompleted(); // asked first: whatever came of it has arrived by then
                UnitOutcome[] outcomes = poll(arrived);
                if (outcomes != null) {
                    add(outcomes);
                } else if (over) {
                    throw failure(job);
                }
            }
        }

        private static UnitOutcome[] poll(BlockingQueue<UnitOutcome[]> arrived) {
            try {
                return arrived.poll(ASK_MILLISECONDS, TimeUnit.MILLISECONDS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new Stopped("interrupted while Spark was at work");
            }
        }

        private void add(UnitOutcome[] outcomes) {
            for (UnitOutcome outcome : outcomes) {
                if (outcome.problem() != null) {
                    throw new FileFailure(outcome.problem());
                }
                waiting.put(outcome.unit(), outcome.result());
            }
            monitor.onProgress(next - first + waiting.size(), end - first);
            while (waiting.containsKey(next)) {
                inOrder.accept(order.fromBytes(waiting.remove(next)));
                next++;
            }
        }

        /** Spark's own account goes on with where it happened in its code; the reason is the first line. */
        private static FileFailure failure(FutureAction<?> job) {
            String account = job.value().get().isFailure()
                    ? String.valueOf(job.value().get().failed().get().getMessage())
                    : "it ended without a result";
            return new FileFailure("the work on Spark failed: "
                    + account.lines().findFirst().orElse("no reason is known")
                    + "; the logs of its executors say more, and what is finished is kept");
        }
    }

    /** All of a partition. */
    private static final class AllOf extends AbstractFunction1<Iterator<UnitOutcome>, UnitOutcome[]>
            implements Serializable {
        private static final long serialVersionUID = 1L;

        @Override
        public UnitOutcome[] apply(Iterator<UnitOutcome> outcomes) {
            List<UnitOutcome> all = new ArrayList<>();
            while (outcomes.hasNext()) {
                all.add(outcomes.next());
            }
            return all.toArray(UnitOutcome[]::new);
        }
    }

    /** Stays with the driver. */
    private static final class Arrival extends AbstractFunction2<Object, UnitOutcome[], BoxedUnit> {
        private final BlockingQueue<UnitOutcome[]> arrived;

        Arrival(BlockingQueue<UnitOutcome[]> arrived) {
            this.arrived = arrived;
        }

        @Override
        public BoxedUnit apply(Object partition, UnitOutcome[] outcomes) {
            arrived.add(outcomes);
            return BoxedUnit.UNIT;
        }
    }

    /** What a job as a whole gives. */
    private static final class Nothing extends AbstractFunction0<BoxedUnit> {
        @Override
        public BoxedUnit apply() {
            return BoxedUnit.UNIT;
        }
    }
}
