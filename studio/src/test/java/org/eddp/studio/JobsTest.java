package org.eddp.studio;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.javalin.http.HttpResponseException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import org.eddp.failure.InvalidInput;
import org.eddp.monitor.Monitor;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.slf4j.LoggerFactory;

/** Work beside the pages ends with them, does not pile up, and leaves no files. */
@Timeout(60)
class JobsTest {
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final AtomicLong now = new AtomicLong();

    private Jobs jobs() {
        return new Jobs(PATIENCE, now::get);
    }

    /** Goes on until it is stopped. */
    private static Jobs.Outcome endless(Monitor monitor) {
        while (true) {
            monitor.check("the work");
            Thread.onSpinWait();
        }
    }

    private static void awaitEnd(Jobs.Job job) throws InterruptedException {
        while (!job.ended()) {
            Thread.sleep(1);
        }
    }

    private static Function<Monitor, Jobs.Outcome> writing(Scratch scratch, Function<Monitor, Jobs.Outcome> then) {
        return monitor -> {
            Path folder = ((Jobs.Job) monitor).folder(scratch);
            try {
                Files.writeString(Files.createDirectories(folder).resolve("network.onnx"), "a network");
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            return then.apply(monitor);
        };
    }

    @Test
    void anUnexpectedFailureIsOneSentenceOnThePageAndATraceInTheLog() throws InterruptedException {
        Logger logger = (Logger) LoggerFactory.getLogger(Jobs.class);
        ListAppender<ILoggingEvent> log = new ListAppender<>();
        log.start();
        logger.addAppender(log);
        try (Jobs jobs = jobs()) {
            Jobs.Job job = jobs.start(monitor -> {
                throw new IllegalArgumentException("an unexpected value");
            });
            awaitEnd(job);
            assertThat(job.state().failure()).isEqualTo(FailureText.UNEXPECTED);
            Jobs.Job expected = jobs.start(monitor -> {
                throw new InvalidInput("choose another class");
            });
            awaitEnd(expected);
            assertThat(expected.state().failure()).isEqualTo("choose another class");
        } finally {
            logger.detachAppender(log);
        }
        assertThat(log.list).hasSize(1);
        assertThat(log.list.get(0).getThrowableProxy().getMessage()).isEqualTo("an unexpected value");
        assertThat(log.list.get(0).getThrowableProxy().getStackTraceElementProxyArray())
                .isNotEmpty();
    }

    @Test
    void noMoreThanSomeWait() throws InterruptedException {
        try (Jobs jobs = jobs()) {
            List<Jobs.Job> waiting = new ArrayList<>();
            for (int k = 0; k < Jobs.MOST_WAITING; k++) {
                waiting.add(jobs.start(JobsTest::endless));
            }
            assertThatThrownBy(() -> jobs.start(JobsTest::endless))
                    .isInstanceOfSatisfying(
                            HttpResponseException.class,
                            e -> assertThat(e.getStatus()).isEqualTo(429))
                    .hasMessageContaining("waiting");

            Jobs.Job last = waiting.get(Jobs.MOST_WAITING - 1);
            last.stop();
            awaitEnd(last); // though the first goes on
            assertThat(waiting.get(0).ended()).isFalse();
            assertThat(jobs.start(monitor -> () -> "now there is room").ended()).isFalse();
        }
    }

    @Test
    void theyAreWorkedOnInTurn() throws InterruptedException {
        try (Jobs jobs = jobs()) {
            List<Integer> order = new ArrayList<>(); // one at a time, so no lock
            CountDownLatch all = new CountDownLatch(1);
            List<Jobs.Job> begun = new ArrayList<>();
            for (int k = 0; k < 6; k++) {
                int own = k;
                begun.add(jobs.start(monitor -> {
                    try {
                        all.await();
                    } catch (InterruptedException e) {
                        throw new IllegalStateException(e);
                    }
                    order.add(own);
                    return () -> own;
                }));
            }
            all.countDown();
            for (Jobs.Job job : begun) {
                awaitEnd(job);
            }
            assertThat(order).containsExactly(0, 1, 2, 3, 4, 5);
        }
    }

    @Test
    void jobsThatAreNotPolledStop() throws InterruptedException {
        try (Jobs jobs = jobs()) {
            Jobs.Job left = jobs.start(JobsTest::endless);
            Jobs.Job watched = jobs.start(JobsTest::endless);
            now.addAndGet(PATIENCE.toNanos());
            jobs.get(watched.id());
            assertThat(left.ended()).isFalse();
            now.addAndGet(1);
            awaitEnd(left);
            assertThat(left.state().failure()).contains("no page asked");
            assertThat(watched.stopRequested()).isFalse();
            watched.stop();
            awaitEnd(watched);
            assertThat(watched.state().failure()).isEqualTo(Jobs.STOPPED);
        }
        try (Jobs patient = new Jobs(null, now::get)) {
            Jobs.Job job = patient.start(JobsTest::endless);
            now.addAndGet(Duration.ofDays(1).toNanos());
            assertThat(job.stopRequested()).isFalse();
        }
    }

    @Test
    void onlyWhatCameToSomethingKeepsItsFiles() throws Exception {
        try (Scratch scratch = new Scratch();
                Jobs jobs = jobs()) {
            Jobs.Job stopped = jobs.start(writing(scratch, JobsTest::endless));
            Path file = scratch.folder().resolve(stopped.id()).resolve("network.onnx");
            while (!Files.exists(file)) {
                Thread.sleep(1);
            }
            stopped.stop();
            Jobs.Job failed = jobs.start(writing(scratch, monitor -> {
                throw new InvalidInput("the labels are others");
            }));
            Jobs.Job done = jobs.start(writing(scratch, monitor -> () -> "done"));
            awaitEnd(done);
            assertThat(failed.state().failure()).isEqualTo("the labels are others");
            assertThat(scratch.folder())
                    .isDirectoryContaining(path -> path.endsWith(done.id()))
                    .isDirectoryNotContaining(path -> !path.endsWith(done.id()));
            jobs.close();
            assertThat(scratch.folder()).isEmptyDirectory();
        }
    }

    @Test
    void closingEndsWhatIsBegunAtTheSameTime() throws InterruptedException {
        for (int round = 0; round < 50; round++) {
            Jobs jobs = jobs();
            List<Jobs.Job> begun = new ArrayList<>();
            Thread asking = new Thread(() -> {
                try {
                    while (true) {
                        begun.add(jobs.start(JobsTest::endless));
                    }
                } catch (HttpResponseException e) { // closed, or too many
                }
            });
            asking.start();
            jobs.close();
            asking.join();
            assertThat(begun).allMatch(Jobs.Job::ended);
        }
    }
}
