package org.eddp.distribution;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The commands of the README, on a machine with nothing but a release. */
abstract class ReadmeTrial {
    abstract Machine machine();

    /** What a command printed that must succeed. */
    final String ok(String... arguments) throws Exception {
        Machine.Outcome outcome = machine().eddp(arguments);
        assertThat(outcome.code())
                .as(String.join(" ", arguments) + "\n" + outcome.err())
                .isZero();
        return outcome.out();
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

    @Test
    void looksAndOpensTheStudio() throws Exception {
        Newcomer.bringsTo(machine().folder());
        assertThat(ok("look", "model.onnx", "photos", "--concepts", "6", "--epochs", "20,20,20"))
                .contains("Page: ", "./eddp studio look/model-photos/run");
        assertThat(machine().folder().resolve("look/model-photos/index.html")).isNotEmptyFile();
        assertThat(machine().folder().resolve("look/model-photos/concepts.svg")).isNotEmptyFile();
        Process studio = machine()
                .command("studio", "look/model-photos/run", "--no-browser")
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try (BufferedReader said = studio.inputReader()) {
            assertThat(said.readLine()).startsWith("1 run");
            HttpResponse<String> answer = HttpClient.newHttpClient()
                    .send(HttpRequest.newBuilder(URI.create(said.readLine())).build(), BodyHandlers.ofString());
            assertThat(answer.statusCode()).isLessThan(400);
        } finally {
            studio.destroy();
        }
        assertThat(studio.waitFor()).isEqualTo(143);
    }
}
