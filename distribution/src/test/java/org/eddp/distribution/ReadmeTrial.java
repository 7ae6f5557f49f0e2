package org.eddp.distribution;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import org.junit.jupiter.api.Test;

/** The command of the README for a network of one's own, on a machine with nothing but a release. */
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
    void looksAndOpensTheStudio() throws Exception {
        Newcomer.bringsTo(machine().folder());
        assertThat(ok("look", "model.onnx", "photos", "--concepts", "6", "--epochs", "20,20,20"))
                .contains("Page: ", "./eddp studio runs/model-photos-6");
        assertThat(machine().folder().resolve("runs/model-photos-6/index.html")).isNotEmptyFile();
        assertThat(machine().folder().resolve("runs/model-photos-6/concepts.svg"))
                .isNotEmptyFile();
        Process studio = machine()
                .command("studio", "--no-browser")
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
