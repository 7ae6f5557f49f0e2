package org.eddp.bench;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.eddp.failure.InvalidInput;
import org.eddp.files.FileFailure;
import org.eddp.intervene.Edit;
import org.eddp.monitor.Monitor.Stopped;
import org.eddp.run.Run;
import org.eddp.studio.CommandLines;
import org.eddp.studio.Studio;
import tools.jackson.databind.JsonNode;

/**
 * Times answers of the studio over HTTP on loopback, as requested by a browser: with one client, and with several
 * clients that view different images and concepts.
 */
public final class StudioBenchmark {
    /** Edits of this many images alternate. */
    private static final int IMAGES = 4;
    /** A move of the threshold reads all features, so few of them are timed. */
    private static final int THRESHOLDS = 10;

    private static final long LOOK_MILLIS = 20;
    private static final int OK = 200;

    private final Options options;
    private final Consumer<String> progress;

    /**
     * Options of the benchmark.
     *
     * @param run to open, into which the studio may write; null to use the generated run only
     * @param concepts of the generated run
     * @param pictures of the generated run; 0 for none
     * @param repetitions answers of each view that are timed, for one client
     * @param clients at the same time
     */
    public record Options(Path run, int concepts, int pictures, int repetitions, int clients, int threads) {
        public Options {
            if (concepts < 1 || pictures < 0 || repetitions < 1 || clients < 1) {
                throw new InvalidInput("concepts = " + concepts + ", repetitions = " + repetitions
                        + " and clients = " + clients + " must be at least 1, pictures = " + pictures
                        + " at least 0");
            }
            if (run == null && pictures == 0) {
                throw new InvalidInput("there is no run to measure: name one, or let pictures be made");
            }
        }

        /** A generated run of 1000 concepts on 10,000 pictures, asked by eight clients. */
        public static Options of(int threads) {
            return new Options(null, 1000, 10_000, 100, 8, threads);
        }

        public Options withRun(Path changed) {
            return new Options(changed, concepts, pictures, repetitions, clients, threads);
        }

        public Options withConcepts(int changed) {
            return new Options(run, changed, pictures, repetitions, clients, threads);
        }

        public Options withPictures(int changed) {
            return new Options(run, concepts, changed, repetitions, clients, threads);
        }

        public Options withRepetitions(int changed) {
            return new Options(run, concepts, pictures, changed, clients, threads);
        }

        public Options withClients(int changed) {
            return new Options(run, concepts, pictures, repetitions, changed, threads);
        }
    }

    /**
     * The results for a run.
     *
     * @param searched seconds until the pictures of all concepts were found, when the run was opened for the first time
     * @param opened seconds from the start of a studio to the page of the run and its gallery, pictures included,
     *     afterwards
     * @param first seconds until the page of the first image was loaded; includes the computation of the values of
     *     concepts if the run does not have them
     * @param heap bytes of heap in use afterwards, after a collection
     * @param resident bytes of the process then, native memory included; 0 if unknown
     * @param missing what could not be measured, and why
     */
    public record OnRun(
            String name,
            int concepts,
            int images,
            double searched,
            double opened,
            double first,
            List<StudioTimes> times,
            long heap,
            long resident,
            List<String> missing) {
        /** The report as text. */
        String text() {
            return String.format(
                    Locale.ROOT,
                    "%s: %d concepts, %d images%n%s%s%s  opened in %.2f s (first search for its pictures %.1f s);"
                            + " first page of an image %.1f s; heap in use %.0f MB, process %.0f MB",
                    name,
                    concepts,
                    images,
                    StudioTimes.heading(),
                    times.stream().map(StudioTimes::row).collect(Collectors.joining()),
                    missing.stream()
                            .map(text -> String.format("  not measured: %s%n", text))
                            .collect(Collectors.joining()),
                    opened,
                    searched,
                    first,
                    heap / 1e6,
                    resident / 1e6);
        }
    }

    /** The results. */
    public record Report(List<OnRun> runs) {
        /** The report as text. */
        public String text() {
            return runs.stream().map(OnRun::text).collect(Collectors.joining(System.lineSeparator()));
        }
    }

    private StudioBenchmark(Options options, Consumer<String> progress) {
        this.options = options;
        this.progress = progress;
    }

    /** Measures; a generated run goes to a temporary folder, which is deleted. */
    public static Report run(Options options, Consumer<String> progress) {
        StudioBenchmark benchmark = new StudioBenchmark(options, progress);
        List<OnRun> found = new ArrayList<>();
        if (options.run() != null) {
            found.add(benchmark.measure(options.run()));
        }
        if (options.pictures() > 0) {
            found.add(benchmark.generated());
        }
        return new Report(found);
    }

    private OnRun generated() {
        Path folder = null;
        try {
            folder = Files.createTempDirectory("eddp-bench-studio");
            progress.accept(
                    "making a run of " + options.concepts() + " concepts and " + options.pictures() + " pictures");
            return measure(GeneratedRun.make(folder, options.concepts(), options.pictures(), options.threads()));
        } catch (IOException e) {
            throw new FileFailure("cannot make a temporary folder: " + e.getMessage(), e);
        } finally {
            TemporaryFolder.delete(folder);
        }
    }

    private Studio start(Path run) {
        Run.Options how = Run.Options.DEFAULT.withThreads(options.threads());
        return Studio.start(Studio.Options.of(run).withRun(how), new PlainPhrases());
    }

    private OnRun measure(Path run) {
        progress.accept("looking for the pictures of concepts");
        double searched = open(run);
        double opened = open(run);
        try (Studio studio = start(run)) {
            return new Session(studio).measure(searched, opened);
        }
    }

    /** Seconds from the start of a studio to the run with the pictures of its concepts. */
    private double open(Path run) {
        long start = System.nanoTime();
        try (Studio studio = start(run)) {
            Session session = new Session(studio);
            session.client.get(session.path);
            session.awaitPictures();
            return (System.nanoTime() - start) / 1e9;
        }
    }

    /** One studio with its run. */
    private final class Session {
        private final StudioClient client;
        private final String path;

        Session(Studio studio) {
            client = new StudioClient(studio);
            JsonNode runs = StudioClient.json(client.get("/api/runs"));
            if (runs.size() != 1) {
                throw new FileFailure("one run is measured at a time; the folder has " + runs.size());
            }
            path = "/api/runs/" + runs.at("/0/id").asString();
        }

        /** The gallery, once pictures of its concepts are known. */
        JsonNode awaitPictures() {
            while (true) {
                JsonNode gallery = StudioClient.json(client.get(path + "/concepts"));
                if (gallery.at("/atlas/ready").asBoolean()
                        || !gallery.at("/atlas/failure").isNull()) {
                    return gallery;
                }
                try {
                    Thread.sleep(LOOK_MILLIS);
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                    throw new Stopped("the measurement was interrupted");
                }
            }
        }

        OnRun measure(double searched, double opened) {
            JsonNode gallery = awaitPictures();
            JsonNode page = StudioClient.json(client.get(path));
            int concepts = gallery.at("/concepts").size();
            int images = page.at("/images").asInt(0);
            List<StudioTimes> times = new ArrayList<>();
            List<String> missing = new ArrayList<>();
            if (!gallery.at("/atlas/failure").isNull()) {
                missing.add(
                        "pictures of concepts: " + gallery.at("/atlas/failure").asString());
            }
            progress.accept("first page of an image");
            long start = System.nanoTime();
            HttpResponse<byte[]> image = client.ask(path + "/images/0");
            double first = (System.nanoTime() - start) / 1e9;
            if (image.statusCode() == OK) {
                JsonNode ranges = StudioClient.json(image.body()).at("/ranges");
                time(times, "slider to prediction", n -> slider(n, concepts, images, ranges));
                time(times, "page of an image", n -> client.get(path + "/images/" + n % Math.min(IMAGES, images)));
                time(times, "picture", n -> client.get(path + "/pictures/" + spread(n, images)));
            } else {
                missing.add("sliders and pictures: " + StudioClient.error(image));
            }
            time(times, "concept", n -> client.get(path + "/concepts/" + spread(n, concepts)));
            time(times, "gallery", n -> client.get(path + "/concepts"));
            if (images > 0) {
                progress.accept("threshold of a concept");
                times.add(StudioTimes.of(
                        "threshold to selection",
                        1,
                        answers(0, Math.min(THRESHOLDS, options.repetitions()), n -> threshold(n, concepts))));
            }
            long resident = ResidentMemory.settled(); // collects first
            long heap = ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
            return new OnRun(
                    page.at("/card/name").asString(),
                    concepts,
                    images,
                    searched,
                    opened,
                    first,
                    times,
                    heap,
                    resident,
                    missing);
        }

        /** One move of the slider of a concept of an image: the concept takes another value everywhere. */
        private byte[] slider(int n, int concepts, int images, JsonNode ranges) {
            int concept = spread(n / 10, concepts);
            double least = ranges.at("/" + concept + "/least").asDouble(0);
            double most = ranges.at("/" + concept + "/most").asDouble(1);
            double value = least + (most - least) * (n % 10) / 10;
            return client.post(
                    path + "/images/" + n % Math.min(IMAGES, images) + "/edit",
                    "{\"edits\": [{\"concept\": " + concept + ", \"value\": " + value
                            + ", \"quantile\": null, \"place\": \"everywhere\"}]}");
        }

        private byte[] threshold(int n, int concepts) {
            int concept = spread(n, concepts);
            double threshold = StudioClient.json(client.get(path + "/concepts/" + concept))
                    .at("/threshold")
                    .asDouble();
            return client.get(path + "/concepts/" + concept + "/selection?threshold=" + threshold * 1.01);
        }

        /** A number below a count; different for every n until all numbers are used. */
        private static int spread(int n, int count) {
            return (int) (n * 7919L % count); // a prime, so that all numbers are reached
        }

        private void time(List<StudioTimes> times, String view, IntFunction<byte[]> question) {
            progress.accept(view);
            times.add(StudioTimes.of(view, 1, answers(0, options.repetitions(), question)));
            if (options.clients() > 1) {
                times.add(StudioTimes.of(view, options.clients(), together(question)));
            }
        }

        private List<StudioTimes.Answer> together(IntFunction<byte[]> question) {
            int each = Math.max(1, options.repetitions() / 2);
            ExecutorService clients = Executors.newFixedThreadPool(options.clients());
            try {
                List<Future<List<StudioTimes.Answer>>> asked = IntStream.range(0, options.clients())
                        .mapToObj(client -> clients.submit(() -> answers(client * each, each, question)))
                        .toList();
                List<StudioTimes.Answer> all = new ArrayList<>();
                for (Future<List<StudioTimes.Answer>> client : asked) {
                    all.addAll(client.get());
                }
                return all;
            } catch (ExecutionException e) {
                throw e.getCause() instanceof RuntimeException cause ? cause : new IllegalStateException(e.getCause());
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new Stopped("the measurement was interrupted");
            } finally {
                clients.shutdownNow();
            }
        }

        private List<StudioTimes.Answer> answers(int from, int count, IntFunction<byte[]> question) {
            List<StudioTimes.Answer> answers = new ArrayList<>();
            for (int n = from; n < from + count; n++) {
                long start = System.nanoTime();
                int bytes = question.apply(n).length;
                answers.add(new StudioTimes.Answer((System.nanoTime() - start) / 1e6, bytes));
            }
            return answers;
        }
    }

    /** Placeholder command lines: the benchmark does not read them. */
    private static final class PlainPhrases implements CommandLines {
        @Override
        public String command(List<String> arguments) {
            return String.join(" ", arguments);
        }

        @Override
        public List<String> edits(List<Edit> edits) {
            return List.of("edits=" + edits.size());
        }
    }
}
