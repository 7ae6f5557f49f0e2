package org.eddp.spark;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.apache.spark.SparkEnv;
import org.apache.spark.TaskContext;
import org.eddp.failure.Failure;
import org.eddp.files.FileFailure;
import org.eddp.monitor.Monitor;
import org.eddp.parts.Work;
import org.eddp.parts.Work.WorkOrder;
import org.eddp.parts.WorkerContext;
import org.eddp.tensor.Workers;

/**
 * The work of this process for others: opened for the first task and kept for the next ones, so that a network is
 * loaded once. Concurrent tasks run one at a time, each with all cores.
 */
final class OpenWork {
    private static WorkOrder<?> order;
    private static Work<?> work;
    private static WorkerContext place;
    /** The running task. */
    private static volatile TaskContext task;

    private OpenWork() {}

    /** Computes consecutive units, until one fails. */
    static <R> Iterator<UnitOutcome> run(WorkOrder<R> asked, int first, int end, PictureCounters counters) {
        List<UnitOutcome> outcomes = new ArrayList<>();
        synchronized (OpenWork.class) {
            task = TaskContext.get();
            try {
                Work<R> opened = open(asked);
                opened.run(first, end, given -> {
                    outcomes.add(new UnitOutcome(first + outcomes.size(), asked.toBytes(given), null));
                    counters.add(opened.pictures(given));
                });
            } catch (RuntimeException thrown) {
                Failure e = Failure.of(thrown).orElseThrow(() -> thrown);
                Attempts.retry(e);
                String where = e instanceof FileFailure ? " (on " + host() + ")" : "";
                outcomes.add(new UnitOutcome(first + outcomes.size(), null, e.getMessage() + where));
            }
        }
        return outcomes.iterator();
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
            if (place == null) {
                place = new WorkerContext(new Workers(threads()), new Cancelled());
            }
            work = asked.open(place);
            order = asked;
        }
        return (Work<R>) work;
    }

    /** A failure of this machine only, such as a full disk or missing files; another machine may succeed. */
    private static String host() {
        return SparkEnv.get() == null
                ? "this machine"
                : SparkEnv.get().blockManager().blockManagerId().host();
    }

    private static int threads() {
        int cores = Runtime.getRuntime().availableProcessors();
        return SparkEnv.get() == null ? cores : SparkEnv.get().conf().getInt("spark.executor.cores", cores);
    }

    /** Stops the work of a task that Spark has given up. */
    private static final class Cancelled implements Monitor {
        @Override
        public void onProgress(long done, long total) {
            // reported by the driver
        }

        @Override
        public boolean stopRequested() {
            return task != null && task.isInterrupted();
        }
    }
}
