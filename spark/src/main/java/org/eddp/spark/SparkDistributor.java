package org.eddp.spark;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
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
import org.eddp.monitor.Monitor.Stopped;
import org.eddp.parts.ClusterService;
import org.eddp.parts.Part;
import org.eddp.parts.Work;
import org.eddp.parts.Work.WorkOrder;
import scala.collection.Iterator;
import scala.jdk.javaapi.CollectionConverters;
import scala.runtime.AbstractFunction0;
import scala.runtime.AbstractFunction1;
import scala.runtime.AbstractFunction2;
import scala.runtime.BoxedUnit;

/**
 * Executes units of work on a Spark cluster. A task is one unit, or several consecutive ones. Results come back as
 * bytes when a task ends, and are passed on in the order of the units. Spark repeats a task whose executor is lost; a
 * permanent failure ends the work with its reason.
 *
 * <p>If units are short, there is one task per executor, which uses all its cores. The k-th task goes to the executor
 * that had the k-th task before and still has its features and results in memory.
 */
final class SparkDistributor implements ClusterService.Cluster {
    private static final int ASK_MILLISECONDS = 200;

    private final JavaSparkContext context;
    private final int most;
    /** Tasks of brief work: Spark remembers where each of these numbers is held, and sends tasks there. */
    private JavaRDD<Integer> places;
    /** The executors when tasks were assigned. */
    private Set<String> executors = Set.of();

    /** Tasks of one unit each, or as many as there are executors where units are brief. */
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
        context.setJobDescription(
                "eddp: " + order.title() + ", units " + (first + 1) + " to " + end + " of " + work.units());
        BlockingQueue<UnitOutcome[]> arrived = new LinkedBlockingQueue<>();
        Broadcast<WorkOrder<R>> sent = null;
        FutureAction<?> job = null;
        try {
            sent = context.broadcast(order);
            job = submit(sent, tasks(work, end - first), first, end, arrived);
            new HandOver<>(work, order, first, end, inOrder).run(arrived, job);
        } catch (IllegalStateException e) { // what Spark says when it was stopped meanwhile, as by Ctrl-C
            checkStop(work.monitor());
            throw failure(String.valueOf(e.getMessage()));
        } finally {
            if (job != null) {
                job.cancel();
            }
            if (sent != null) {
                sent.destroy();
            }
        }
    }

    private JavaRDD<Integer> tasks(Work<?> work, int units) {
        if (!work.preferFewTasks()) {
            return numbers(Math.min(units, most > 0 ? most : units));
        }
        Set<String> now = Set.copyOf(CollectionConverters.asJava(
                context.sc().getExecutorMemoryStatus().keySet()));
        int others = Math.max(1, now.size() - 1); // the driver is among them
        int count = Math.min(units, most > 0 ? most : others);
        if (places == null || !now.equals(executors) || places.getNumPartitions() != count) {
            if (places != null) {
                places.unpersist(false);
            }
            places = numbers(count).persist(StorageLevel.MEMORY_ONLY());
            executors = now;
        }
        return places;
    }

    private JavaRDD<Integer> numbers(int count) {
        return context.parallelize(IntStream.range(0, count).boxed().toList(), count);
    }

    private <R> FutureAction<?> submit(
            Broadcast<WorkOrder<R>> sent,
            JavaRDD<Integer> tasks,
            int first,
            int end,
            BlockingQueue<UnitOutcome[]> arrived) {
        int count = tasks.getNumPartitions();
        PictureCounters counters = PictureCounters.of(context.sc(), "");
        JavaRDD<UnitOutcome> outcomes = tasks.mapPartitions(numbers -> {
            Part part = new Part(numbers.next() + 1, count);
            return OpenWork.run(sent.value(), first + part.first(end - first), first + part.end(end - first), counters);
        });
        List<Object> all = new ArrayList<>(IntStream.range(0, count).boxed().toList());
        return context.sc()
                .submitJob(
                        outcomes.rdd(),
                        new AllOf(),
                        CollectionConverters.asScala(all).toSeq(),
                        new Arrival(arrived),
                        new Nothing());
    }

    private static void checkStop(Monitor monitor) {
        if (monitor.stopRequested()) {
            throw new Stopped("stopped while Spark was at work; repeat the command to continue");
        }
    }

    /** Spark's message continues with a stack trace; the reason is its first line. */
    private static FileFailure failure(String account) {
        boolean strangers =
                account.contains("SerializedLambda") || account.contains("ClassNotFoundException: org.eddp");
        return new FileFailure("the work on Spark failed: "
                + (strangers
                        ? "its executors do not have eddp, or another version of it; send them the jar for spark-submit"
                        : account.lines().findFirst().orElse("no reason is known")
                                + "; the logs of its executors say more"));
    }

    @Override
    public void close() {
        context.close();
    }

    /** Collects results as they arrive, and passes them on in the order of the units. */
    private static final class HandOver<R> {
        private final WorkOrder<R> order;
        private final Consumer<? super R> inOrder;
        private final Monitor monitor;
        private final int end;
        private final int units;
        private final TreeMap<Integer, byte[]> waiting = new TreeMap<>();
        private int next;

        HandOver(Work<R> work, WorkOrder<R> order, int first, int end, Consumer<? super R> inOrder) {
            this.order = order;
            this.end = end;
            this.inOrder = inOrder;
            monitor = work.monitor();
            units = work.units(); // of which some may have been done before
            next = first;
        }

        void run(BlockingQueue<UnitOutcome[]> arrived, FutureAction<?> job) {
            while (next < end) {
                checkStop(monitor);
                boolean over = job.isCompleted(); // checked first: all results have arrived by then
                UnitOutcome[] outcomes = poll(arrived);
                if (outcomes != null) {
                    add(outcomes);
                } else if (over) {
                    checkStop(monitor); // Ctrl-C ends Spark too, and either may be noticed first
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
            monitor.onProgress(next + waiting.size(), units);
            while (waiting.containsKey(next)) {
                inOrder.accept(order.fromBytes(waiting.remove(next)));
                next++;
            }
        }

        private static FileFailure failure(FutureAction<?> job) {
            return SparkDistributor.failure(
                    job.value().get().isFailure()
                            ? String.valueOf(job.value().get().failed().get().getMessage())
                            : "it ended without a result");
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

    /** The result of a whole job. */
    private static final class Nothing extends AbstractFunction0<BoxedUnit> {
        @Override
        public BoxedUnit apply() {
            return BoxedUnit.UNIT;
        }
    }
}
