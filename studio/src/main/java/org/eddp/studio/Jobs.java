package org.eddp.studio;

import io.javalin.http.NotFoundResponse;
import io.javalin.http.TooManyRequestsResponse;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.eddp.files.FileFailure;
import org.eddp.monitor.Monitor;
import org.eddp.monitor.Monitor.Stopped;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs long work in the background, one job at a time. A job reports its progress and can be stopped. A job also stops when
 * clients have not asked about it for some time, because the studio is not told when a browser is closed. The results of the
 * last few jobs are kept until newer jobs replace them.
 */
final class Jobs implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Jobs.class);
    /** The message of a stopped job. */
    static final String STOPPED = "stopped";
    /** Pages poll three times a second, but browsers let hidden pages poll only once a minute. */
    static final Duration PATIENCE = Duration.ofSeconds(90);
    /** Unfinished jobs, the running one included. */
    static final int MOST_WAITING = 16;

    private static final int KEPT = 8;
    private static final int ID_BYTES = 12;
    private static final long LOOK_MILLIS = 100;

    private final Map<String, Job> jobs = new LinkedHashMap<>();
    private final Duration patience;
    private final LongSupplier clock;
    private boolean closed;

    /**
     * No work yet.
     *
     * @param patience how long a job continues after a client last asked about it; null to let every job finish
     * @param clock nanoseconds since any time
     */
    Jobs(Duration patience, LongSupplier clock) {
        this.patience = patience;
        this.clock = clock;
    }

    Jobs(Duration patience) {
        this(patience, System::nanoTime);
    }

    /**
     * Begins a piece of work.
     *
     * @throws TooManyRequestsResponse if too many wait already
     */
    Job start(Function<Monitor, Outcome> work) {
        synchronized (jobs) {
            if (closed) {
                throw new NotFoundResponse("the studio is being closed");
            }
            if (jobs.values().stream().filter(job -> !job.ended()).count() >= MOST_WAITING) {
                throw new TooManyRequestsResponse(MOST_WAITING
                        + " pieces of work are waiting in this studio already; stop some of them, or ask again"
                        + " when they have ended");
            }
            forgetOld();
            Job job = new Job(id());
            job.start(() -> {
                awaitTurn(job);
                return work.apply(job);
            });
            jobs.put(job.id, job); // its thread looks for it there, once this lock is free
            return job;
        }
    }

    /** One at a time, because two would only slow each other down. */
    private void awaitTurn(Job own) {
        synchronized (jobs) {
            while (jobs.values().stream()
                            .filter(job -> !job.ended())
                            .findFirst()
                            .orElse(own)
                    != own) {
                own.check("the work");
                try {
                    jobs.wait(LOOK_MILLIS);
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                    throw new Stopped("the work was interrupted");
                }
            }
        }
        own.check("the work");
    }

    private static String id() {
        byte[] bytes = new byte[ID_BYTES];
        new SecureRandom().nextBytes(bytes);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }

    private void forgetOld() {
        List<Job> ended = jobs.values().stream().filter(Job::ended).toList();
        for (int k = 0; k <= ended.size() - KEPT; k++) {
            jobs.remove(ended.get(k).id);
            ended.get(k).forget();
        }
    }

    Job get(String id) {
        synchronized (jobs) {
            Job job = jobs.get(id);
            if (job == null) {
                throw new NotFoundResponse("this work is no longer known here; ask for it again");
            }
            job.asked = clock.getAsLong();
            return job;
        }
    }

    @Override
    public void close() {
        List<Job> all;
        synchronized (jobs) {
            closed = true;
            all = new ArrayList<>(jobs.values());
        }
        all.forEach(Job::stop);
        all.forEach(Job::await);
        all.forEach(Job::forget);
    }

    /** The result of a job. */
    interface Outcome {
        /** Its state for the page. */
        Object shown();
    }

    /**
     * The state of a job.
     *
     * @param done share of the current part
     * @param part its name
     * @param result null while there is none
     */
    record State(
            String id,
            boolean ended,
            double done,
            String part,
            String status,
            List<String> remarks,
            String failure,
            Object result) {}

    /** A piece of work. */
    final class Job implements Monitor {
        private static final int MOST_REMARKS = 20;

        private final String id;
        private final List<String> remarks = new ArrayList<>();
        private volatile Outcome outcome;
        private volatile String failure;
        private volatile double done;
        private volatile String part = "";
        private volatile String status = "";
        private volatile boolean stopped;
        private volatile boolean ended;
        private volatile long asked = clock.getAsLong();
        private volatile Path folder;
        private Thread thread;

        private Job(String id) {
            this.id = id;
        }

        String id() {
            return id;
        }

        private void start(Supplier<Outcome> work) {
            thread = new Thread(
                    () -> {
                        try {
                            outcome = work.get();
                        } catch (Stopped e) {
                            failure = stopped
                                    ? STOPPED
                                    : "stopped, since no page asked about it any more; ask for it again";
                        } catch (RuntimeException | Error e) {
                            failure = FailureText.sentence(e, "work", LOG); // shown in the place of the result
                        } finally {
                            end();
                        }
                    },
                    "eddp-job");
            thread.setDaemon(true);
            thread.start();
        }

        void stop() {
            stopped = true;
        }

        /** A job without a result leaves no files; waiting callers continue. */
        private void end() {
            if (outcome == null) {
                forget();
            }
            synchronized (jobs) {
                ended = true;
                jobs.notifyAll();
            }
        }

        /** A folder for its files, deleted with the job. It may not exist yet. */
        Path folder(Scratch scratch) {
            folder = scratch.folder().resolve(id);
            return folder;
        }

        private void await() {
            try {
                thread.join();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }

        private void forget() {
            Path known = folder;
            if (known != null) {
                try {
                    Scratch.delete(known);
                } catch (
                        FileFailure e) { // no caller depends on this; the studio deletes the parent folder when it ends
                    LOG.warn("{}", e.getMessage());
                }
            }
        }

        boolean ended() {
            return ended;
        }

        /** Its result, if it has this type. */
        <T extends Outcome> T outcome(Class<T> kind) {
            if (!kind.isInstance(outcome)) {
                throw new NotFoundResponse("this work has no such result");
            }
            return kind.cast(outcome);
        }

        State state() {
            synchronized (remarks) {
                boolean over = ended; // read first, so that the values read after it are final
                Outcome known = outcome;
                return new State(
                        id,
                        over,
                        done,
                        part,
                        status,
                        List.copyOf(remarks),
                        failure,
                        known == null ? null : known.shown());
            }
        }

        @Override
        public void onProgress(long parts, long total) {
            done = total == 0 ? 0 : (double) parts / total;
        }

        @Override
        public void onProgress(long parts, long total, Supplier<String> words) {
            onProgress(parts, total);
            status = words.get();
        }

        @Override
        public Stage stage(String name, long total) {
            part = name;
            done = 0;
            return Monitor.super.stage(name, total);
        }

        @Override
        public void remark(String text) {
            synchronized (remarks) {
                if (remarks.size() < MOST_REMARKS && !remarks.contains(text)) {
                    remarks.add(text);
                }
            }
        }

        @Override
        public boolean stopRequested() {
            return stopped || patience != null && clock.getAsLong() - asked > patience.toNanos();
        }
    }
}
