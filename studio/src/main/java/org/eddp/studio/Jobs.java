package org.eddp.studio;

import io.javalin.http.NotFoundResponse;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;
import org.eddp.directions.NumericalFailure;
import org.eddp.files.FileFailure;
import org.eddp.images.ImageFailure;
import org.eddp.monitor.Monitor;
import org.eddp.monitor.Stopped;
import org.eddp.network.NetworkFailure;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Work that takes longer than a person wants to wait: it goes on beside the requests, one piece at a time, says how far it is, and
 * can be stopped. What the last few came to is kept until others take their place.
 */
final class Jobs implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Jobs.class);
    /** What is said of work that was asked to stop. */
    static final String STOPPED = "stopped";

    private static final int KEPT = 8;
    private static final int ID_BYTES = 12;

    private final Map<String, Job> jobs = new LinkedHashMap<>();
    private final Object turn = new Object();
    private boolean closed;

    /** Begins a piece of work. */
    Job start(Function<Monitor, Outcome> work) {
        Job job = new Job(id());
        synchronized (jobs) {
            if (closed) {
                throw new NotFoundResponse("the studio is being closed");
            }
            forgetOld();
            jobs.put(job.id, job);
        }
        job.start(() -> {
            synchronized (turn) { // two at once would only take longer each
                job.check("the work");
                return work.apply(job);
            }
        });
        return job;
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

    /** What a piece of work came to; closed when nobody can ask for it any more. */
    interface Outcome extends AutoCloseable {
        /** What is shown of it. */
        Object shown();

        @Override
        default void close() {}
    }

    /**
     * How a piece of work stands.
     *
     * @param done share of the part that is worked on
     * @param part what that is
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
    static final class Job implements Monitor {
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
                            failure = STOPPED;
                        } catch (FileFailure
                                | ImageFailure
                                | NetworkFailure
                                | NumericalFailure
                                | IllegalArgumentException e) {
                            failure = e.getMessage(); // shown in the place of the result
                        } catch (OutOfMemoryError e) {
                            failure = "not enough memory; start the studio with more (EDDP_HEAP=4g), or use less data";
                        } catch (RuntimeException | Error e) {
                            LOG.warn("work failed: {}", e.toString());
                            failure = "something went wrong in the studio; the terminal it was started from says what";
                        } finally {
                            ended = true;
                        }
                    },
                    "eddp-job");
            thread.setDaemon(true);
            thread.start();
        }

        void stop() {
            stopped = true;
        }

        private void await() {
            try {
                thread.join();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }

        private void forget() {
            Outcome known = outcome;
            if (known != null) {
                known.close();
            }
        }

        boolean ended() {
            return ended;
        }

        /** What it came to, if it is of a kind. */
        <T extends Outcome> T outcome(Class<T> kind) {
            if (!kind.isInstance(outcome)) {
                throw new NotFoundResponse("this work has no such result");
            }
            return kind.cast(outcome);
        }

        State state() {
            synchronized (remarks) {
                boolean over = ended; // read first: what is read after it is then final
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
            return stopped;
        }
    }
}
