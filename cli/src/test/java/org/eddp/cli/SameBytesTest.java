package org.eddp.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.eddp.files.Digests;
import org.eddp.files.json.Circumstances;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/**
 * The same seed gives the same bytes in every file of every command, whatever the number of threads, the folder and the locale;
 * what differs is in {@code circumstances.json}. The programs are started by the launcher, as users start them: it is what
 * makes names of files independent of the locale.
 */
@Tag("slow")
@DisabledOnOs(OS.WINDOWS)
class SameBytesTest {
    @TempDir
    private static Path folder;

    @Test
    void resultsDoNotDependOnThreadsFolderAndLocale() throws Exception {
        Path one = Files.createDirectories(folder.resolve("one"));
        Path two = Files.createDirectories(folder.resolve("another/place down there"));
        Process first = launch("C", one, "1");
        Process second = launch("C.UTF-8", two, "3");
        assertThat(first.waitFor()).as(Files.readString(one.resolve("log"))).isZero();
        assertThat(second.waitFor()).as(Files.readString(two.resolve("log"))).isZero();

        Map<String, String> expected = digests(one.resolve("results"));
        assertThat(expected.keySet()).as("names that are not ASCII").anyMatch(name -> name.contains("Bär-im-Süden"));
        assertThat(expected).hasSizeGreaterThan(100);
        assertThat(digests(two.resolve("results"))).isEqualTo(expected);
        assertThat(circumstances(one)).hasSizeGreaterThan(10);
        for (Path file : circumstances(one)) {
            Circumstances.read(file.getParent());
        }
    }

    @Test
    void namesThatCannotBeReadInALocaleAreRefused() throws Exception {
        Path pictures = Files.createDirectories(folder.resolve("pictures"));
        Files.writeString(pictures.resolve("Bär.png"), "no picture");
        // Without the launcher, which would choose another locale.
        Process process = start(
                "C",
                folder.resolve("refused"),
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                Main.class.getName(),
                "explain",
                "--run",
                folder.resolve("no-run").toString(),
                "--image",
                pictures.toString());
        assertThat(process.waitFor()).isEqualTo(1);
        assertThat(Files.readString(folder.resolve("refused/log")))
                .contains("cannot read the name of", "r.png", "LC_ALL=C.UTF-8")
                .doesNotContain("Exception");
    }

    /** The launcher, made to run the pipeline in place of the commands: it passes its options on to Java as they are. */
    private static Process launch(String locale, Path place, String threads) throws IOException {
        Path home = Files.createDirectories(place.resolve("home"));
        Path launcher = Files.copy(Path.of("..", "eddp"), home.resolve("eddp"));
        Files.createDirectories(home.resolve("cli/target/lib"));
        Path options = home.resolve("options");
        List<String> words = new ArrayList<>();
        for (String word : List.of(
                "-cp",
                System.getProperty("java.class.path"),
                SamePipeline.class.getName(),
                place.toAbsolutePath().toString(),
                threads)) {
            words.add('"' + word.replace("\\", "\\\\") + '"');
        }
        Files.writeString(options, String.join("\n", words));
        return start(locale, place, "bash", launcher.toString(), "pipeline");
    }

    private static Process start(String locale, Path place, String... command) throws IOException {
        Files.createDirectories(place);
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(place.toFile())
                .redirectErrorStream(true)
                .redirectOutput(place.resolve("log").toFile());
        builder.environment()
                .putAll(Map.of("LC_ALL", locale, "EDDP_SKIP_BUILD", "1", "EDDP_JAVA_OPTS", "@home/options"));
        return builder.start();
    }

    /** Of every file but the circumstances, by its name. */
    private static Map<String, String> digests(Path results) throws IOException {
        Map<String, String> digests = new TreeMap<>();
        try (Stream<Path> files = Files.walk(results)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                if (!file.endsWith(Circumstances.NAME)) {
                    digests.put(results.relativize(file).toString(), Digests.of(file));
                }
            }
        }
        return digests;
    }

    private static List<Path> circumstances(Path place) throws IOException {
        try (Stream<Path> files = Files.walk(place)) {
            return files.filter(file -> file.endsWith(Circumstances.NAME)).toList();
        }
    }
}
