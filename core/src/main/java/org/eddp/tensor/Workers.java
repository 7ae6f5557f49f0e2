package org.eddp.tensor;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.IntFunction;

/**
 * Threads that take numbered tasks and whose results are combined in task order.
 *
 * <p>Results are combined one after the other in that order, so floating-point sums come out the same for any number of
 * threads, and few results are held at once. Every task runs in its own {@link Scope}.
 */
public final class Workers implements AutoCloseable {
    /**
     * How long a thread spins before it sleeps. Waking a sleeping thread takes about as long as this, and longer than one part of
     * the smallest steps of learning. So threads should not sleep between these steps.
     */
    private static final long WATCH_NANOS = 50_000;

    private final int threads;
    private final ExecutorService pool;
    /** Set while this thread works on a task: a task that asks for more work does it itself, or all would wait. */
    private final ThreadLocal<Boolean> busy = ThreadLocal.withInitial(() -> false);

    /** Workers on {@code threads} threads, the caller's included. */
    public Workers(int threads) {
        if (threads < 1) {
            throw new IllegalArgumentException("threads = " + threads + " must be at least 1");
        }
        Engine.start();
        this.threads = threads;
        pool = threads == 1
                ? null
                : new ThreadPoolExecutor(
                        threads - 1, threads - 1, 0, TimeUnit.SECONDS, new WatchedQueue(), Workers::thread);
    }

    private static Thread thread(Runnable task) {
        Thread thread = new Thread(task, "eddp-worker");
        thread.setDaemon(true);
        return thread;
    }

    /** Spins for a short time until a condition holds. If it still does not hold, the caller goes to sleep. */
    private static void watch(BooleanSupplier there) {
        long end = System.nanoTime() + WATCH_NANOS;
        while (!there.getAsBoolean() && System.nanoTime() < end) {
            Thread.onSpinWait();
        }
    }

    /** The state that threads watch for their next task before they sleep. */
    private static final class WatchedQueue extends LinkedBlockingQueue<Runnable> {
        private static final long serialVersionUID = 1L;

        @Override
        public Runnable take() throws InterruptedException {
            watch(() -> !isEmpty());
            return super.take();
        }
    }

    /** Number of threads. */
    public int threads() {
        return threads;
    }

    /**
     * Runs {@code task} for 0 .. count-1 and hands the results to {@code combine} in that order.
     *
     * @param task runs on any thread, concurrently with others
     * @param combine never runs concurrently with itself
     */
    public <T> void forEach(int count, IntFunction<T> task, Consumer<? super T> combine) {
        run(new Job<>(count, task, combine, 0));
    }

    /**
     * Like {@link #forEach}, but a thread whose result is not yet due leaves it behind and takes the next task, which
     * keeps all threads busy when tasks take unequal time.
     *
     * @param task its result must outlive the task's scope; as many as there are threads may be left behind
     */
    public <T> void forEachAhead(int count, IntFunction<T> task, Consumer<? super T> combine) {
        run(new Job<>(count, task, combine, threads));
    }

    private void run(Job<?> job) {
        for (int i = 1; i < Math.min(threads, job.count) && !busy.get(); i++) {
            pool.execute(() -> help(job));
        }
        work(job);
        watch(() -> job.helpers == 0);
        job.finish();
        job.rethrow();
    }

    /** Works on a job that is still open; skips one that the other threads have finished. */
    private void help(Job<?> job) {
        if (job.join()) {
            try {
                work(job);
            } finally {
                job.leave();
            }
        }
    }

    private void work(Job<?> job) {
        boolean nested = busy.get();
        busy.set(true);
        try {
            job.work();
        } finally {
            busy.set(nested);
        }
    }

    @Override
    public void close() {
        if (pool != null) {
            pool.shutdown();
        }
    }

    /** Numbered tasks that are under way, and results whose turn has not come. */
    private static final class Job<T> {
        private final int count;
        private final IntFunction<T> task;
        private final Consumer<? super T> combine;
        private final int ahead;
        private final AtomicInteger next = new AtomicInteger();
        private final Map<Integer, T> waiting = new HashMap<>();
        private int turn;
        private Throwable failure;
        private volatile int helpers;
        private boolean finished;

        Job(int count, IntFunction<T> task, Consumer<? super T> combine, int ahead) {
            this.count = count;
            this.task = task;
            this.combine = combine;
            this.ahead = ahead;
        }

        void work() {
            for (int index = next.getAndIncrement(); index < count; index = next.getAndIncrement()) {
                try (Scope scope = Scope.open()) {
                    T result = task.apply(index);
                    if (!combineInTurn(index, result)) {
                        return;
                    }
                } catch (RuntimeException | Error e) {
                    fail(e);
                    return;
                }
            }
        }

        private synchronized boolean combineInTurn(int index, T result) {
            boolean interrupted = false;
            while (turn != index && waiting.size() >= ahead && failure == null) {
                try {
                    wait();
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
            if (failure != null) {
                return false;
            }
            waiting.put(index, result);
            while (waiting.containsKey(turn)) {
                combine.accept(waiting.remove(turn));
                turn++;
            }
            notifyAll();
            return true;
        }

        private synchronized void fail(Throwable e) {
            if (failure == null) {
                failure = e;
            }
            notifyAll();
        }

        /** Whether a helper may begin; it then has to {@link #leave}. */
        private synchronized boolean join() {
            helpers += finished ? 0 : 1;
            return !finished;
        }

        private synchronized void leave() {
            helpers--;
            notifyAll();
        }

        /**
         * Waits for the helpers that have begun, and no others: on a busy machine a thread may start late. Native code
         * must not be abandoned, so an interrupt is passed on only afterwards.
         */
        private synchronized void finish() {
            finished = true;
            boolean interrupted = false;
            while (helpers > 0) {
                try {
                    wait();
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }

        void rethrow() {
            if (failure instanceof RuntimeException e) {
                throw e;
            }
            if (failure instanceof Error e) {
                throw e;
            }
        }
    }
}
