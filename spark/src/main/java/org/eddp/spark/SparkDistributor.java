package org.eddp.spark;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.apache.spark.SparkException;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.eddp.files.FileFailure;
import org.eddp.parts.ClusterService;
import org.eddp.parts.Work;
import org.eddp.parts.WorkOrder;
import scala.collection.Iterator;
import scala.reflect.ClassTag$;
import scala.runtime.AbstractFunction1;
import scala.runtime.AbstractFunction2;
import scala.runtime.BoxedUnit;

/**
 * Has units of work done by the executors of a Spark cluster. A task is one unit, or several consecutive ones; what units give comes back as bytes as
 * soon as a task ends, and is handed over in the order of the units. A task whose executor is lost is done again by Spark; one that fails for a
 * reason of ours, which repeating does not change, ends the work with that reason.
 */
final class SparkDistributor implements ClusterService.Cluster {
    private final JavaSparkContext context;
    private final int most;

    /** Tasks of one unit each. */
    SparkDistributor(JavaSparkContext context) {
        this(context, Integer.MAX_VALUE);
    }

    /**
     * A distributor.
     *
     * @param most number of tasks that work is cut into at most
     */
    SparkDistributor(JavaSparkContext context, int most) {
        this.context = context;
        this.most = most;
    }

    @Override
    public <R> void run(Work<R> work, int first, int end, Consumer<? super R> inOrder) {
        WorkOrder<R> order = work.order();
        int units = end - first;
        if (units < 1) {
            return;
        }
        JavaRDD<UnitOutcome> outcomes = context.parallelize(
                        IntStream.range(first, end).boxed().toList(), Math.min(units, most))
                .mapPartitions(numbers -> OpenWork.run(order, numbers));
        InOrder<R> results = new InOrder<>(first, order, inOrder);
        try {
            collect(outcomes, results);
        } catch (FileFailure e) {
            throw e;
        } catch (Exception e) { // Spark throws what Java does not know of, as SparkException
            if (results.failed() != null) {
                throw results.failed();
            }
            if (e instanceof SparkException) {
                throw new FileFailure("the work on Spark failed: " + e.getMessage());
            }
            throw e;
        }
        if (results.failed() != null) {
            throw results.failed();
        }
    }

    /** Every partition is handed over as soon as it is there, from the thread that Spark does such things on. */
    private void collect(JavaRDD<UnitOutcome> outcomes, InOrder<?> results) {
        context.sc()
                .<UnitOutcome, UnitOutcome[]>runJob(
                        outcomes.rdd(),
                        new AllOf(),
                        new HandOver(results),
                        ClassTag$.MODULE$.apply(UnitOutcome[].class));
    }

    @Override
    public void close() {
        context.close();
    }

    /** What units gave, put into order. */
    private static final class InOrder<R> {
        private final WorkOrder<R> order;
        private final Consumer<? super R> inOrder;
        private final TreeMap<Integer, byte[]> waiting = new TreeMap<>();
        private int next;
        private RuntimeException failed;

        InOrder(int first, WorkOrder<R> order, Consumer<? super R> inOrder) {
            next = first;
            this.order = order;
            this.inOrder = inOrder;
        }

        synchronized void add(UnitOutcome[] outcomes) {
            for (UnitOutcome outcome : outcomes) {
                if (outcome.problem() != null && failed == null) {
                    failed = new FileFailure(outcome.problem());
                }
                if (outcome.problem() == null) {
                    waiting.put(outcome.unit(), outcome.result());
                }
            }
            while (failed == null && waiting.containsKey(next)) {
                try {
                    inOrder.accept(order.fromBytes(waiting.remove(next)));
                    next++;
                } catch (RuntimeException e) { // said to the caller, not to Spark
                    failed = e;
                }
            }
            if (failed != null) {
                throw failed; // ends the job
            }
        }

        synchronized RuntimeException failed() {
            return failed;
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
    private static final class HandOver extends AbstractFunction2<Object, UnitOutcome[], BoxedUnit> {
        private final InOrder<?> results;

        HandOver(InOrder<?> results) {
            this.results = results;
        }

        @Override
        public BoxedUnit apply(Object partition, UnitOutcome[] outcomes) {
            results.add(outcomes);
            return BoxedUnit.UNIT;
        }
    }
}
