package org.eddp.cli.torture;

import java.io.IOException;
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
        header = "Explains and learns over and over in one process and measures whether memory grows.",
        mixinStandardHelpOptions = true,
        description =
                "Resident memory is measured 100 times each, after a collection of the Java heap; the slope is that of the"
                        + " last 80, with the standard error of least squares.",
        footer = {"", "Example:", "  ./eddp torture soak --explanations 10000 --minutes 60"})
final class SoakCommand implements Callable<Integer> {
    @Option(
            names = "--explanations",
            paramLabel = "N",
            description = "Explanations in one process (default: ${DEFAULT-VALUE}).")
    private int explanations = 10_000;

    @Option(names = "--minutes", paramLabel = "N", description = "Time of learning (default: ${DEFAULT-VALUE}).")
    private double minutes = 60;

    @Override
    public Integer call() throws IOException {
        Path folder = Files.createTempDirectory("eddp-soak");
        try {
            Workshop workshop = new Workshop(folder);
            workshop.finishRun();
            workshop.restoreRun();
            List<Path> pictures = IntStream.range(0, 36)
                    .mapToObj(i -> folder.resolve("pictures/images/p" + i + ".png"))
                    .toList();
            print(Soak.explanations(workshop.out(), pictures, explanations, System.err::println));
            Duration time = Duration.ofMillis((long) (minutes * 60_000));
            print(Soak.learning(folder.resolve("features"), time, System.err::println));
            return 0;
        } finally {
            Tree.delete(folder);
        }
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
