package org.eddp.cli.torture;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code ./eddp torture soak}: does memory grow? */
@Command(
        name = "soak",
        header = "Explains, learns and asks a studio over and over in one process and measures whether memory grows.",
        mixinStandardHelpOptions = true,
        description =
                "Resident memory is measured 100 times each, 60 times at the studio, after a collection of the Java heap; the slope is"
                        + " that after the first fifth, with the standard error of least squares.",
        footer = {"", "Example:", "  ./eddp torture soak --explanations 10000 --minutes 60 --studio 10"})
final class SoakCommand implements Callable<Integer> {
    private static final int CLIENTS = 8;

    @Option(
            names = "--explanations",
            paramLabel = "N",
            description = "Explanations in one process (default: ${DEFAULT-VALUE}).")
    private int explanations = 10_000;

    @Option(names = "--minutes", paramLabel = "N", description = "Time of learning (default: ${DEFAULT-VALUE}).")
    private double minutes = 60;

    @Option(
            names = "--studio",
            paramLabel = "N",
            description = "Minutes at a studio, of eight at once (default: ${DEFAULT-VALUE}).")
    private double studio = 10;

    @Override
    public Integer call() throws Exception {
        Path folder = Files.createTempDirectory("eddp-soak");
        try {
            Workshop workshop = new Workshop(folder);
            workshop.finishRun();
            workshop.restoreRun();
            List<Path> pictures = IntStream.range(0, 36)
                    .mapToObj(i -> folder.resolve("pictures/images/p" + i + ".png"))
                    .toList();
            if (explanations > 0) {
                print(Soak.explanations(workshop.out(), pictures, explanations, System.err::println));
            }
            if (minutes > 0) {
                print(Soak.learning(folder.resolve("features"), time(minutes), System.err::println));
            }
            if (studio > 0) {
                print(StudioSoak.run(workshop.out(), pictures.get(0), CLIENTS, time(studio), System.err::println));
            }
            return 0;
        } finally {
            Tree.delete(folder);
        }
    }

    private static Duration time(double minutes) {
        return Duration.ofMillis((long) (minutes * 60_000));
    }

    private static void print(Soak.Result result) {
        System.out.printf(
                Locale.ROOT,
                "%d times: %s bytes of resident memory per %s, %.0f MB in the end%n",
                result.times(),
                result.slope(),
                result.what(),
                result.megabytes());
    }
}
