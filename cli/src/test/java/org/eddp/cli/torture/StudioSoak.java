package org.eddp.cli.torture;

import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.eddp.bench.ResidentMemory;
import org.eddp.studio.StudioSession;

/** Several at a studio who look at everything, move sliders, drop pictures and have work done; does its memory grow? */
final class StudioSoak {
    /** Everybody pauses while memory is measured. */
    private static final int ROUNDS = 60;

    private static final int FAILED = 500;

    private final StudioSession studio;
    private final String path;
    private final int concepts;
    private final int images;
    private final byte[] picture;
    private final AtomicLong requests = new AtomicLong();

    private StudioSoak(StudioSession studio, Path picture) throws Exception {
        this.studio = studio;
        this.picture = Files.readAllBytes(picture);
        path = "/api/runs/" + studio.run(0);
        concepts = studio.get(path + "/concepts").at("/concepts").size();
        images = studio.get(path).at("/images").asInt();
    }

    static Soak.Result run(Path run, Path picture, int clients, Duration time, Consumer<String> progress)
            throws Exception {
        Slope.Samples samples = new Slope.Samples();
        ExecutorService pool = Executors.newFixedThreadPool(clients);
        try (StudioSession studio = new StudioSession(List.of(run), null, false)) {
            StudioSoak soak = new StudioSoak(studio, picture);
            for (int round = 0; round < ROUNDS; round++) {
                soak.round(pool, clients, round, System.nanoTime() + time.toNanos() / ROUNDS);
                samples.add(soak.requests.get(), ResidentMemory.settled());
                if ((round + 1) % 10 == 0) {
                    progress.accept("request " + soak.requests.get() + ": " + Math.round(samples.last() / 1e6) + " MB");
                }
            }
            return new Soak.Result("request", soak.requests.get(), samples.slope(), samples.last() / 1e6);
        } finally {
            pool.shutdownNow();
        }
    }

    private void round(ExecutorService pool, int clients, int round, long end) throws Exception {
        List<Future<?>> asked = IntStream.range(0, clients)
                .<Future<?>>mapToObj(client -> pool.submit(() -> {
                    Random random = new Random(round * 1000L + client);
                    while (System.nanoTime() < end) {
                        ask(random);
                    }
                    return null;
                }))
                .toList();
        for (Future<?> client : asked) {
            try {
                client.get();
            } catch (ExecutionException e) {
                throw new IllegalStateException("a client of the studio: " + e.getCause(), e.getCause());
            }
        }
    }

    private void ask(Random random) throws Exception {
        int concept = random.nextInt(concepts);
        int image = random.nextInt(images);
        String edits = "{\"edits\": [{\"concept\": " + concept + ", \"value\": " + random.nextDouble()
                + ", \"quantile\": null, \"place\": \"everywhere\"}]}";
        switch (random.nextInt(20)) {
            case 0 -> studio.get(path + "/concepts");
            case 1 -> studio.get("/api/runs");
            case 2 -> studio.get(path + "/concepts/" + concept + "/selection?threshold=" + random.nextGaussian());
            case 3 ->
                expectNoFailure(
                        studio.tell("POST", "/api/uploads?name=dropped.png", BodyPublishers.ofByteArray(picture)));
            case 4 ->
                expectNoFailure(studio.tell(
                        "PUT",
                        path + "/concepts/" + concept + "/note",
                        BodyPublishers.ofString("{\"name\": null, \"bookmarked\": true, \"tags\": [\"t"
                                + random.nextInt(5) + "\"], \"text\": \"\"}")));
            case 5 -> studio.job(path + "/classes/0/portrait", "{}");
            case 6 -> expectNoFailure(studio.ask(path + "/images/x" + image));
            case 7, 8, 9 -> studio.get(path + "/images/" + image);
            case 10, 11, 12 -> studio.get(path + "/concepts/" + concept);
            case 13, 14 -> expectNoFailure(studio.raw(path + "/pictures/" + image));
            default -> StudioSession.json(studio.post(path + "/images/" + image + "/edit", edits));
        }
        requests.incrementAndGet();
    }

    /** Answered, or refused with a reason; not failed. */
    private static void expectNoFailure(HttpResponse<?> answer) {
        if (answer.statusCode() >= FAILED) {
            throw new IllegalStateException(answer.request().uri() + ": " + answer.statusCode() + " " + answer.body());
        }
    }
}
