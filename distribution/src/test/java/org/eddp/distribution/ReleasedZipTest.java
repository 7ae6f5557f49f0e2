package org.eddp.distribution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** The zip runs the commands of the README on a machine with nothing but a JRE. */
@Tag("slow")
@DisabledOnOs(OS.WINDOWS)
class ReleasedZipTest extends ReadmeTrial {
    @TempDir
    private static Path folder;

    private static CleanMachine machine;

    @BeforeAll
    static void unpack() throws IOException {
        machine = CleanMachine.with(Path.of(System.getProperty("eddp.zip")), folder);
    }

    @Override
    Machine machine() {
        return machine;
    }

    @Test
    void holdsWhatBelongsToARelease() throws Exception {
        assertThat(ok("--version")).contains("eddp " + System.getProperty("eddp.version"));
        for (String file : List.of(
                "LICENSE",
                "README.md",
                "CHANGELOG.md",
                "docs/release.md",
                "docs/third-party.md",
                "share/man/man1/eddp.1",
                "share/man/man1/eddp-learn.1",
                "share/completion/eddp")) {
            assertThat(machine.home().resolve(file)).isNotEmptyFile();
        }
        try (Stream<Path> jars = Files.list(machine.home().resolve("lib"))) {
            assertThat(jars.map(jar -> jar.getFileName().toString()))
                    .anyMatch(
                            name -> name.startsWith("pytorch-") && name.contains("-x86_64") || name.contains("-arm64"))
                    .noneMatch(name -> name.contains("junit") || name.contains("onnxruntime"));
        }
        Machine.Outcome test = machine.eddp("test");
        assertThat(test.code()).isEqualTo(1);
        assertThat(test.err()).contains("this is a release");
    }

    @Test
    void theDocumentationHasTheSizeOfTheZip() throws Exception {
        Matcher said = Pattern.compile("linux-x86_64\\.zip` \\((\\d+) MB\\)")
                .matcher(Files.readString(machine.home().resolve("docs/release.md")));
        assertThat(said.find()).isTrue();
        assertThat(Files.size(Path.of(System.getProperty("eddp.zip"))) / 1e6)
                .isCloseTo(Double.parseDouble(said.group(1)), within(5.0));
    }

    @Test
    void runsTheProof() throws Exception {
        assertThat(ok("synthetic", "--out", "runs/synthetic")).contains("Recovered: every detector has IoU 1");
        assertThat(machine().folder().resolve("runs/synthetic/report.html")).isNotEmptyFile();
        try (Stream<Path> files = Files.walk(machine().nativeLibraries())) {
            assertThat(files.map(Path::toString)).as("extracted here").anyMatch(name -> name.contains("libtorch_cpu"));
        }
        assertThat(ok("verify", machine().golden())).contains(": reproduced");
    }

    @Test
    void goesFromANetworkAndPicturesToAnExplanation() throws Exception {
        Newcomer.bringsTo(machine().folder());
        assertThat(ok("network", "model.onnx")).contains("last layer with patches: maps");
        ok("features", "--network", "model.onnx", "--layer", "maps", "--images", "photos", "--out", "features/photos");
        ok("learn", "--features", "features/photos", "--concepts", "6", "--epochs", "20,20,20", "--out", "runs/photos");
        assertThat(ok("health", "--run", "runs/photos")).isNotBlank();
        assertThat(ok("explain", "--run", "runs/photos", "--image", "photos/3.png"))
                .contains("Page: ");
        ok("correct", "--run", "runs/photos", "--concept", "0", "--out", "corrected.onnx");
        assertThat(machine().folder().resolve("corrected.onnx")).isNotEmptyFile();
    }

    /** The first commands of the README, with a shorter training. */
    @Test
    void needsNoFilesForTheFirstCommandsOfTheReadme() throws Exception {
        assertThat(ok("chess", "--concepts", "2", "--epochs", "20")).contains("Report: runs/chess/report.html");
        assertThat(machine().folder().resolve("runs/chess/report.html"))
                .content()
                .contains("<img");
        assertThat(ok("explain", "--run", "runs/chess", "--image", "runs/chess/pictures/marked/knight/0021.png"))
                .contains("Page: ");
    }

    /** Commands of docs/reproduction.md, with less to do than there. */
    @Test
    void repeatsTheProofAndMeasures() throws Exception {
        assertThat(ok("synthetic", "--seeds", "2", "--images-per-class", "20", "--out", "runs/seeds"))
                .contains("success rate");
        assertThat(ok("bench", "step", "--size", "synthetic", "--repetitions", "1"))
                .contains("losses agree");
    }
}
