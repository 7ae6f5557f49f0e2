package org.eddp.spark;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.apache.spark.SparkEnv;
import org.eddp.directions.NumericalFailure;
import org.eddp.files.FileFailure;
import org.eddp.images.ImageFailure;
import org.eddp.monitor.Monitor;
import org.eddp.network.NetworkFailure;
import org.eddp.parts.Work;
import org.eddp.parts.WorkOrder;
import org.eddp.tensor.Workers;

/**
 * The work that this process does for others: opened for the first task and kept for the next ones, so that a network is loaded once. Tasks that come
 * to this process at the same time take turns, and each uses the cores of all.
 */
final class OpenWork {
    private static WorkOrder<?> order;
    private static Work<?> work;
    private static Workers workers;

    private OpenWork() {}

    /** Does units one after the other, until one fails. */
    static <R> Iterator<UnitOutcome> run(WorkOrder<R> asked, Iterator<Integer> units) {
        List<UnitOutcome> outcomes = new ArrayList<>();
        synchronized (OpenWork.class) {
            while (units.hasNext()) {
                int unit = units.next();
                try {
                    outcomes.add(outcome(asked, unit));
                } catch (FileFailure | ImageFailure | NetworkFailure | NumericalFailure e) {
                    outcomes.add(new UnitOutcome(unit, null, e.getMessage()));
                    break;
                }
            }
        }
        return outcomes.iterator();
    }

    private static <R> UnitOutcome outcome(WorkOrder<R> asked, int unit) {
        byte[][] result = new byte[1][];
        open(asked).run(unit, unit + 1, given -> result[0] = asked.toBytes(given));
        return new UnitOutcome(unit, result[0], null);
    }

    @SuppressWarnings("unchecked") // the work was opened by an equal order
    private static <R> Work<R> open(WorkOrder<R> asked) {
        if (!asked.equals(order)) {
            SharedNetworks.liftLimits();
            if (work != null) {
                work.close();
                work = null;
                order = null;
            }
            if (workers == null) {
                workers = new Workers(threads());
            }
            work = asked.open(workers, Monitor.NONE);
            order = asked;
        }
        return (Work<R>) work;
    }

    private static int threads() {
        int cores = Runtime.getRuntime().availableProcessors();
        return SparkEnv.get() == null ? cores : SparkEnv.get().conf().getInt("spark.executor.cores", cores);
    }
}
