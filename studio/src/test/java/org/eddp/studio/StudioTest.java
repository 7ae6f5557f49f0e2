package org.eddp.studio;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.eddp.Eddp;
import org.eddp.failure.InvalidInput;
import org.eddp.files.json.Json;
import org.eddp.intervene.Edit;
import org.eddp.run.Results;
import org.eddp.run.Run;
import org.eddp.testkit.TinyRun;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** The server of the studio, over HTTP: what it refuses, and that its numbers are those of the commands. */
class StudioTest {
    private static final HttpClient CLIENT = HttpClient.newHttpClient();

    @TempDir
    private static Path folder;

    private static Path run;
    private static Studio studio;
    private static String base;
    private static String cookie;
    private static String write;
    private static String id;

    @BeforeAll
    static void start() throws Exception {
        run = TinyRun.make(folder, "net", false);
        Files.writeString(folder.resolve("names.txt"), "ash\n<script>alert(1)</script>\ncedar\n");
        studio = Studio.start(options(List.of(folder), false), phrases());
        base = studio.address().replaceFirst("/\\?.*", "");
        cookie = arrive(studio);
        write = json(get("/api/session")).at("/write").asString();
        id = json(get("/api/runs")).at("/0/id").asString();
    }

    @AfterAll
    static void stop() {
        studio.close();
    }

    private static Studio.Options options(List<Path> runs, boolean readOnly) {
        Run.Options how =
                Run.Options.DEFAULT.withClassNames(folder.resolve("names.txt")).withThreads(2);
        return Studio.Options.of(runs.toArray(Path[]::new))
                .withReadOnly(readOnly)
                .withRun(how);
    }

    private static CommandLines phrases() {
        return new CommandLines() {
            @Override
            public String command(List<String> arguments) {
                return "./eddp " + String.join(" ", arguments);
            }

            @Override
            public List<String> edits(List<Edit> edits) {
                return List.of("edits=" + edits.size());
            }
        };
    }

    private static String arrive(Studio at) throws Exception {
        HttpResponse<String> answer =
                CLIENT.send(HttpRequest.newBuilder(URI.create(at.address())).build(), BodyHandlers.ofString());
        assertThat(answer.statusCode()).isEqualTo(200);
        String set = answer.headers().firstValue("Set-Cookie").orElseThrow();
        assertThat(set).contains("HttpOnly", "SameSite=Strict");
        return set.substring(0, set.indexOf(';'));
    }

    private static HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create(base + path)).header("Cookie", cookie);
    }

    private static HttpResponse<String> send(HttpRequest.Builder request) throws Exception {
        return CLIENT.send(request.build(), BodyHandlers.ofString());
    }

    private static HttpResponse<String> get(String path) throws Exception {
        return send(request(path));
    }

    private static HttpRequest.Builder writing(String method, String path, String body) {
        return request(path)
                .header("Origin", base)
                .header("X-Eddp-Write", write)
                .method(method, BodyPublishers.ofString(body));
    }

    private static JsonNode json(HttpResponse<String> answer) {
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        return Json.parse(Path.of("answer"), "it", answer.body());
    }

    private static String of(String rest) {
        return "/api/runs/" + id + rest;
    }

    @Test
    void anotherNameForThisMachineIsRefused() throws Exception {
        for (String host : List.of("evil.example:" + port(), "evil.example", "localhost", "127.0.0.1:1", "")) {
            assertThat(statusAs(host)).as(host).isIn("400", "403");
        }
        assertThat(statusAs("localhost:" + port())).isEqualTo("200");
    }

    /** Asks by hand: the client of the JDK does not let anybody choose the name. */
    private static String statusAs(String host) throws IOException {
        try (Socket socket = new Socket("127.0.0.1", port())) {
            socket.getOutputStream()
                    .write(("GET /api/runs HTTP/1.1\r\nHost: " + host + "\r\nCookie: " + cookie
                                    + "\r\nConnection: close\r\n\r\n")
                            .getBytes(StandardCharsets.US_ASCII));
            String answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            return answer.substring("HTTP/1.1 ".length()).substring(0, 3);
        }
    }

    private static int port() {
        return URI.create(base).getPort();
    }

    @ParameterizedTest
    @ValueSource(strings = {"/", "/api/runs", "/assets/main.js", "/nothing", "/api/session"})
    void requestsWithoutTheSecretAreRefused(String path) throws Exception {
        for (String method : List.of("GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS", "PATCH")) {
            HttpResponse<String> answer = CLIENT.send(
                    HttpRequest.newBuilder(URI.create(base + path))
                            .method(method, BodyPublishers.noBody())
                            .build(),
                    BodyHandlers.ofString());
            assertThat(answer.statusCode()).as(method).isEqualTo(403);
        }
        assertThat(CLIENT.send(
                                HttpRequest.newBuilder(URI.create(base + "/?token=guessed"))
                                        .build(),
                                BodyHandlers.ofString())
                        .statusCode())
                .isEqualTo(403);
    }

    @Test
    void changesComeFromPagesOfTheStudioOnly() throws Exception {
        String path = of("/concepts/1/note");
        String body = "{\"name\": \"bark\", \"bookmarked\": false, \"tags\": [], \"text\": \"\"}";
        assertThat(send(writing("PUT", path, body).setHeader("Origin", "http://evil.example"))
                        .statusCode())
                .isEqualTo(403);
        assertThat(send(writing("PUT", path, body).setHeader("Origin", "null")).statusCode())
                .isEqualTo(403);
        assertThat(send(writing("PUT", path, body).setHeader("X-Eddp-Write", "guessed"))
                        .statusCode())
                .isEqualTo(403);
        assertThat(send(request(path).method("PUT", BodyPublishers.ofString(body)))
                        .statusCode())
                .isEqualTo(403);
        assertThat(send(request("/api/runs").header("Sec-Fetch-Site", "cross-site"))
                        .statusCode())
                .isEqualTo(403);
        assertThat(json(get(of("/concepts/1"))).at("/card/name/name").isNull()).isTrue();
        try (Studio reading = Studio.start(options(List.of(run), true), phrases())) {
            String other = reading.address().replaceFirst("/\\?.*", "");
            String pass = arrive(reading);
            HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(other + path))
                    .header("Cookie", pass)
                    .header("Origin", other)
                    .PUT(BodyPublishers.ofString(body));
            assertThat(send(request).body()).contains("--read-only");
            HttpRequest.Builder session =
                    HttpRequest.newBuilder(URI.create(other + "/api/session")).header("Cookie", pass);
            String question = "{\"edits\": []}";
            HttpResponse<String> answer = send(HttpRequest.newBuilder(URI.create(other + of("/images/0/edit")))
                    .header("Cookie", pass)
                    .header("Origin", other)
                    .header("X-Eddp-Write", json(send(session)).at("/write").asString())
                    .POST(BodyPublishers.ofString(question)));
            assertThat(answer.statusCode()).as("asking changes nothing").isEqualTo(200);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/assets/../Studio.class",
                "/assets/%2e%2e/Studio.class",
                "/assets/..%2f..%2fStudio.class",
                "/assets/Studio.class",
                "/assets//etc/passwd",
                "/api/runs/..",
                "/api/runs/%2e%2e%2f%2e%2e/concepts",
                "/api/runs/net-run",
                "/%2e%2e/%2e%2e/etc/passwd"
            })
    void pathsLeadNowhere(String path) throws Exception {
        assertThat(get(path).statusCode()).isIn(400, 404);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/concepts/-1",
                "/concepts/6",
                "/concepts/1e9",
                "/concepts/99999999999999",
                "/concepts/1/selection",
                "/concepts/1/selection?threshold=NaN",
                "/concepts/1/selection?threshold=x",
                "/images/24",
                "/images/x",
                "/pictures/24",
                "/images?from=-1",
                "/images/0?class=oak",
                "/images/0?class=7"
            })
    void numbersThatAreNone(String path) throws Exception {
        HttpResponse<String> answer = get(of(path));
        assertThat(answer.statusCode()).as(answer.body()).isIn(400, 404);
        assertThat(answer.body()).contains("\"error\"").doesNotContain("Exception", "at org.");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "null",
                "[]",
                "{\"edits\": null}",
                "{\"edits\": [null]}",
                "{\"edits\": [{\"concept\": 99, \"value\": 1, \"quantile\": null, \"place\": \"everywhere\"}]}",
                "{\"edits\": [{\"concept\": 0, \"value\": null, \"quantile\": null, \"place\": \"everywhere\"}]}",
                "{\"edits\": [{\"concept\": 0, \"value\": null, \"quantile\": 7, \"place\": \"everywhere\"}]}",
                "{\"edits\": [{\"concept\": 0, \"value\": 1, \"quantile\": null, \"place\": \"../x\"}]}",
                "{\"edits\": [{\"concept\": 0, \"value\": 1, \"quantile\": null, \"place\": \"3,3,1,1\"}]}"
            })
    void invalidRequestsAreRefused(String body) throws Exception {
        HttpResponse<String> answer = send(writing("POST", of("/images/0/edit"), body));
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(400);
        assertThat(answer.body()).contains("\"error\"").doesNotContain("Exception");
    }

    @Test
    void aRequestTooLargeIsRefused() throws Exception {
        String body = "{\"edits\": [" + " ".repeat(3 << 20) + "]}";
        // The client asks before it sends the body: a client that is still sending when the server closes the
        // connection
        // may not see the response.
        HttpRequest.Builder large = writing("POST", of("/images/0/edit"), body).expectContinue(true);
        assertThat(send(large).statusCode()).isEqualTo(413);
    }

    @Test
    void namesFromFilesAreDataAndNothingElse() throws Exception {
        HttpResponse<String> answer = get(of("/images/0"));
        assertThat(json(answer).toString()).contains("<script>alert(1)</script>");
        for (HttpResponse<String> each : List.of(answer, get("/"), get("/nothing"), get("/assets/main.js"))) {
            assertThat(each.headers().firstValue("X-Content-Type-Options")).contains("nosniff");
            assertThat(each.headers().firstValue("X-Frame-Options")).contains("DENY");
            assertThat(each.headers().firstValue("Content-Security-Policy").orElseThrow())
                    .contains("default-src 'none'", "script-src 'self'", "frame-ancestors 'none'")
                    .doesNotContain("unsafe");
        }
        assertThat(answer.headers().firstValue("Content-Type").orElseThrow()).startsWith("application/json");
    }

    /** A name that is fine is not kept if the note that came with it is refused, and the other way round. */
    @Test
    void aRefusedNoteIsNotHalfWritten() throws Exception {
        Path own = TinyRun.copy(run, folder.resolve("refused"));
        Files.deleteIfExists(own.resolve("given-names.json"));
        Files.deleteIfExists(own.resolve("notebook.json"));
        try (StudioSession session = new StudioSession(List.of(own), folder.resolve("names.txt"), false)) {
            String path = "/api/runs/" + session.run(0) + "/concepts/1/note";
            String form = "{\"name\": \"%s\", \"bookmarked\": true, \"tags\": [\"%s\"], \"text\": \"%s\"}";
            for (String body : List.of(
                    String.format(form, "bark", "x".repeat(41), "rough"),
                    String.format(form, "bark", "tree", "x".repeat(10_001)),
                    String.format(form, "x".repeat(201), "tree", "rough"))) {
                HttpResponse<String> answer = session.tell("PUT", path, BodyPublishers.ofString(body));
                assertThat(answer.statusCode()).as(answer.body()).isEqualTo(400);
                assertThat(own.resolve("given-names.json")).doesNotExist();
                assertThat(own.resolve("notebook.json")).doesNotExist();
            }
            Files.writeString(own.resolve("notebook.json"), "{");
            session.tell("PUT", path, BodyPublishers.ofString(String.format(form, "bark", "tree", "rough")));
            assertThat(own.resolve("given-names.json")).doesNotExist();
        }
    }

    @Test
    void givenNamesAreNamesEverywhere() throws Exception {
        Path own = TinyRun.copy(run, folder.resolve("named"));
        try (Studio another = Studio.start(options(List.of(own), false), phrases())) {
            String there = another.address().replaceFirst("/\\?.*", "");
            String pass = arrive(another);
            HttpRequest.Builder session =
                    HttpRequest.newBuilder(URI.create(there + "/api/session")).header("Cookie", pass);
            String secret = json(send(session)).at("/write").asString();
            String number = json(send(HttpRequest.newBuilder(URI.create(there + "/api/runs"))
                            .header("Cookie", pass)))
                    .at("/0/id")
                    .asString();
            String body =
                    "{\"name\": \"bark\", \"bookmarked\": true, \"tags\": [\"tree\", \" \"], \"text\": \"rough\"}";
            HttpResponse<String> noted =
                    send(HttpRequest.newBuilder(URI.create(there + "/api/runs/" + number + "/concepts/1/note"))
                            .header("Cookie", pass)
                            .header("Origin", there)
                            .header("X-Eddp-Write", secret)
                            .PUT(BodyPublishers.ofString(body)));
            assertThat(noted.statusCode()).as(noted.body()).isEqualTo(204);
            JsonNode page = json(send(HttpRequest.newBuilder(URI.create(there + "/api/runs/" + number + "/concepts/1"))
                    .header("Cookie", pass)));
            assertThat(page.at("/card/name/name").asString()).isEqualTo("bark");
            assertThat(page.at("/note/tags").toString()).isEqualTo("[\"tree\"]");
        }
        try (Run named = new Eddp().open(own)) {
            assertThat(named.read(Results.GIVEN_NAMES).orElseThrow().byNumber()).containsEntry(1, "bark");
        }
    }

    @Test
    void whatIsBrokenIsSaidInItsPlace() throws Exception {
        Path broken = TinyRun.copy(run, folder.resolve("broken"));
        Files.writeString(broken.resolve("health.json"), "{");
        Files.writeString(broken.resolve("labels.json"), "{\"eddp\": 3}");
        try (Studio another = Studio.start(options(List.of(broken), false), phrases())) {
            String there = another.address().replaceFirst("/\\?.*", "");
            String pass = arrive(another);
            JsonNode card = json(send(HttpRequest.newBuilder(URI.create(there + "/api/runs"))
                            .header("Cookie", pass)))
                    .get(0);
            assertThat(card.at("/concepts").asInt()).isEqualTo(TinyRun.CONCEPTS);
            assertThat(card.at("/problems").toString()).contains("health.json");
            JsonNode gallery = json(send(HttpRequest.newBuilder(
                            URI.create(there + "/api/runs/" + card.at("/id").asString() + "/concepts"))
                    .header("Cookie", pass)));
            assertThat(gallery.at("/concepts").size()).isEqualTo(TinyRun.CONCEPTS);
            assertThat(gallery.at("/problems").toString()).contains("labels.json");
        }
    }

    @Test
    void conceptsHavePictures() throws Exception {
        JsonNode page = json(get(of("/concepts/0")));
        for (int tries = 0; !page.at("/atlas/ready").asBoolean() && tries < 6000; tries++) {
            Thread.sleep(50);
            page = json(get(of("/concepts/0")));
        }
        assertThat(page.at("/atlas/failure").isNull()).isTrue();
        assertThat(page.at("/strongest").size()).isPositive();
        JsonNode first = page.at("/strongest/0");
        assertThat(first.at("/score").asDouble()).isPositive();
        HttpResponse<String> picture = get(of("/pictures/" + first.at("/image").asInt()));
        assertThat(picture.headers().firstValue("Content-Type")).contains("image/jpeg");
        double threshold = page.at("/threshold").asDouble();
        JsonNode same = json(get(of("/concepts/0/selection?threshold=" + threshold)));
        assertThat(same.at("/patches").asLong())
                .isEqualTo(page.at("/card/patches").asLong());
        JsonNode none = json(get(of("/concepts/0/selection?threshold=1e9")));
        assertThat(none.at("/patches").asLong()).isZero();
    }

    /** Anybody could have given it that name. */
    @Test
    void refusesToListenOnEveryAddress() {
        Studio.Options everywhere = Studio.Options.of(run)
                .withListen("0.0.0.0")
                .withReadOnly(true)
                .withRun(options(List.of(run), true).run());
        assertThatThrownBy(() -> Studio.start(everywhere, phrases()))
                .isInstanceOf(InvalidInput.class)
                .hasMessageContaining("every address of this machine");
    }
}
