package org.eddp.studio;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.Socket;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import org.eddp.testkit.TinyRun;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Ways into the studio that are not requests of a browser's page: other addresses, other protocols, links in folders. */
class StudioDoorTest {
    private static final String SECRET = "a line that must stay secret";
    private static final int PATIENCE_MILLIS = 60_000;

    @TempDir
    private static Path folder;

    private static StudioSession studio;

    @BeforeAll
    static void make() throws Exception {
        Path run = TinyRun.make(folder.resolve("study"), "net", false);
        Path secret = Files.writeString(folder.resolve("secret.txt"), SECRET);
        Path picture = folder.resolve("study/pictures/ash/0.png");
        Files.delete(picture);
        Files.createSymbolicLink(picture, secret);
        Files.createSymbolicLink(run.resolve("labels.json"), secret);
        Files.createSymbolicLink(folder.resolve("study/linked-run"), folder);
        studio = new StudioSession(List.of(folder.resolve("study")), null, true);
    }

    @AfterAll
    static void close() {
        studio.close();
    }

    @Test
    void otherAddressesOfThisMachineAreNotListenedTo() throws IOException {
        for (NetworkInterface each : Collections.list(NetworkInterface.getNetworkInterfaces())) {
            for (InetAddress address : Collections.list(each.getInetAddresses())) {
                if (!address.isLoopbackAddress()) {
                    assertThatThrownBy(() -> connect(address))
                            .as(address.toString())
                            .isInstanceOf(IOException.class);
                }
            }
        }
        connect(InetAddress.getByName("127.0.0.1"));
    }

    private static void connect(InetAddress address) throws IOException {
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(address, studio.port()), PATIENCE_MILLIS);
        }
    }

    @Test
    void thereAreNoOtherProtocolsAndTheDoorIsTheSame() throws IOException {
        String upgrade = "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
                + "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n";
        String stream = "Accept: text/event-stream\r\nConnection: close\r\n";
        for (String path : List.of("/", "/api/runs", "/api/jobs/1", "/socket")) {
            assertThat(status(path, "evil.example:" + studio.port(), stream)).isEqualTo("403");
            for (String host : List.of("evil.example:", "localhost:")) {
                assertThat(status(path, host + studio.port(), upgrade))
                        .as("no socket at %s for %s", path, host)
                        .isIn("403", "404");
            }
        }
        assertThat(status("/api/runs", "localhost:" + studio.port(), stream)).isEqualTo("200");
    }

    private static String status(String path, String host, String headers) throws IOException {
        try (Socket socket = new Socket("127.0.0.1", studio.port())) {
            socket.setSoTimeout(PATIENCE_MILLIS);
            String request = "GET " + path + " HTTP/1.1\r\nHost: " + host + "\r\nCookie: " + studio.cookie() + "\r\n"
                    + headers + "\r\n";
            socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
            byte[] line = socket.getInputStream().readNBytes("HTTP/1.1 200".length());
            return new String(line, StandardCharsets.US_ASCII).substring("HTTP/1.1 ".length());
        }
    }

    @Test
    void linksOutOfAFolderShowNothingOfWhatTheyLeadTo() throws Exception {
        int refused = 0;
        JsonNode runs = studio.get("/api/runs");
        assertThat(runs.toString()).doesNotContain(SECRET);
        for (JsonNode run : runs) {
            String path = "/api/runs/" + run.at("/id").asString();
            for (String rest :
                    List.of("", "/concepts", "/concepts/1", "/images", "/images/0", "/classes", "/repair", "/audit")) {
                assertThat(studio.ask(path + rest).body()).as(path + rest).doesNotContain(SECRET);
            }
            for (int image = 0;
                    image < studio.get(path + "/images").at("/images").size();
                    image++) {
                HttpResponse<byte[]> answer = studio.raw(path + "/pictures/" + image);
                assertThat(new String(answer.body(), StandardCharsets.ISO_8859_1))
                        .doesNotContain(SECRET);
                refused += answer.statusCode() == 422 ? 1 : 0;
            }
        }
        assertThat(refused).as("pictures that are links to no picture").isPositive();
    }

    @Test
    void whereNothingMayBeChangedOnlyKnownQuestionsAreTaken() throws Exception {
        for (String path :
                List.of("/api/new", "/api/new/stop", "/api/new/x/resume", "/api/runs", "/api/later/thought/of")) {
            HttpResponse<String> answer = studio.post(path, "{}");
            assertThat(answer.statusCode()).as(path).isEqualTo(403);
            assertThat(answer.body()).as(path).contains("--read-only");
        }
        String run = "/api/runs/" + studio.run(0);
        for (String path : List.of(
                "/api/uploads",
                "/api/new/commands",
                "/api/jobs/x/stop",
                run + "/repair",
                run + "/audit",
                run + "/everyone",
                run + "/predictions",
                run + "/labels",
                run + "/labels/table",
                run + "/classes/0/portrait",
                run + "/images/1/edit",
                run + "/images/1/search")) {
            assertThat(studio.post(path, "{}").statusCode()).as(path).isNotEqualTo(403);
        }
    }
}
