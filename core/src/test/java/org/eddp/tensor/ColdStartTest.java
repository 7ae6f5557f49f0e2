package org.eddp.tensor;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.bytedeco.javacpp.Loader;
import org.eddp.testkit.FreshProcess;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The engine starts in a fresh process on an empty native cache, where it would crash if left to itself. */
@Tag("slow")
class ColdStartTest {
    /** What the fresh process runs. */
    public static final class Program {
        public static void main(String[] args) {
            try (Scope scope = Scope.open()) {
                System.out.println("sum "
                        + Tensor.of(new double[] {1, 2, 3.5}, DType.FLOAT32, 3)
                                .sum()
                                .item());
            }
        }
    }

    @Test
    void startsOnAnEmptyCache(@TempDir Path cache) throws Exception {
        FreshProcess.Outcome outcome = FreshProcess.run(Program.class, "-Dorg.bytedeco.javacpp.cachedir=" + cache);
        assertThat(outcome.output()).contains("sum 6.5");
        assertThat(outcome.exitCode()).isZero();
        try (Stream<Path> files = Files.walk(cache)) {
            assertThat(files.filter(f -> f.getFileName().toString().startsWith("libtorch_cpu")))
                    .isNotEmpty();
        }
    }

    @Test
    void aFolderForOneProcessIsDeletedAtItsEnd(@TempDir Path temporary) throws Exception {
        Path taken = Files.createFile(temporary.resolve(".javacpp-somebody"));
        FreshProcess.Outcome outcome = FreshProcess.run(
                Program.class,
                "-Duser.home=" + taken.resolve("home"),
                "-Duser.name=somebody",
                "-Djava.io.tmpdir=" + temporary);
        assertThat(outcome.output()).contains("sum 6.5");
        try (Stream<Path> files = Files.list(temporary)) {
            assertThat(files.filter(f -> f.getFileName().toString().startsWith("eddp-native-")))
                    .isEmpty();
        }
    }

    /** As two workers of a cluster on one machine do. */
    @Test
    void twoProcessesStartAtOnceOnAnEmptyCache(@TempDir Path cache) throws Exception {
        Callable<FreshProcess.Outcome> start =
                () -> FreshProcess.run(Program.class, "-Dorg.bytedeco.javacpp.cachedir=" + cache);
        ExecutorService both = Executors.newFixedThreadPool(2);
        try {
            for (Future<FreshProcess.Outcome> process : both.invokeAll(List.of(start, start))) {
                assertThat(process.get().output()).contains("sum 6.5");
                assertThat(process.get().exitCode()).isZero();
            }
        } finally {
            both.shutdownNow();
        }
        assertThat(cache.resolve("eddp-engine.lock")).exists();
    }

    /** Users of the library choose a platform. Without a choice, a message says which libraries to add. */
    @Test
    void saysWhichNativeLibrariesToAdd(@TempDir Path cache) throws Exception {
        String without = Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator, -1))
                .filter(entry -> !entry.matches(".*-" + Pattern.quote(Loader.getPlatform()) + "\\.jar"))
                .collect(Collectors.joining(File.pathSeparator));
        FreshProcess.Outcome outcome =
                FreshProcess.runWith(without, Program.class, "-Dorg.bytedeco.javacpp.cachedir=" + cache);
        assertThat(outcome.exitCode()).isEqualTo(1);
        assertThat(outcome.output())
                .contains("have javacpp, openblas and pytorch of org.bytedeco with the classifier "
                        + Loader.getPlatform());
    }
}
