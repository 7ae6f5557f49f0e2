package org.eddp.studio;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.List;
import org.eddp.files.json.Json;
import org.eddp.intervene.Edit;
import org.eddp.run.Run;
import tools.jackson.databind.JsonNode;

/**
 * A studio with a client that is logged in, over HTTP. It needs no library of tests: {@code ./eddp torture} runs it without them.
 */
public final class StudioSession implements AutoCloseable {
    private static final HttpClient CLIENT = HttpClient.newHttpClient();
    private static final int MOST_LOOKS = 6000;

    private final Studio studio;
    private final String base;
    private final String cookie;
    private final String write;

    /** @param classNames file, or null */
    public StudioSession(List<Path> runs, Path classNames, boolean readOnly) throws Exception {
        this(Studio.Options.of(runs.toArray(Path[]::new))
                .withReadOnly(readOnly)
                .withRun(Run.Options.DEFAULT.withClassNames(classNames).withThreads(2)));
    }

    public StudioSession(Studio.Options options) throws Exception {
        this(options, new Words());
    }

    public StudioSession(Studio.Options options, CommandLines phrases) throws Exception {
        studio = Studio.start(options, phrases);
        base = studio.address().replaceFirst("/\\?.*", "");
        HttpResponse<String> answer =
                CLIENT.send(HttpRequest.newBuilder(URI.create(studio.address())).build(), BodyHandlers.ofString());
        String set = answer.headers().firstValue("Set-Cookie").orElseThrow();
        cookie = set.substring(0, set.indexOf(';'));
        write = get("/api/session").at("/write").asString();
    }

    /** Id of a run, by its place in the list. */
    public String run(int place) throws Exception {
        return get("/api/runs").get(place).at("/id").asString();
    }

    /** What the studio says of its runs when it starts. */
    List<String> remarks() {
        return studio.remarks();
    }

    public int port() {
        return URI.create(base).getPort();
    }

    public String cookie() {
        return cookie;
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create(base + path)).header("Cookie", cookie);
    }

    public HttpResponse<byte[]> raw(String path) throws Exception {
        return CLIENT.send(request(path).build(), BodyHandlers.ofByteArray());
    }

    public HttpResponse<byte[]> raw(String path, String header, String value) throws Exception {
        return CLIENT.send(request(path).header(header, value).build(), BodyHandlers.ofByteArray());
    }

    public HttpResponse<String> ask(String path) throws Exception {
        return CLIENT.send(request(path).build(), BodyHandlers.ofString());
    }

    public JsonNode get(String path) throws Exception {
        return json(ask(path));
    }

    public HttpResponse<String> tell(String method, String path, HttpRequest.BodyPublisher body) throws Exception {
        return CLIENT.send(
                request(path)
                        .header("Origin", base)
                        .header("X-Eddp-Write", write)
                        .method(method, body)
                        .build(),
                BodyHandlers.ofString());
    }

    public HttpResponse<String> post(String path, String body) throws Exception {
        return tell("POST", path, BodyPublishers.ofString(body));
    }

    public static JsonNode json(HttpResponse<String> answer) {
        if (answer.statusCode() != 200) {
            throw new AssertionError(answer.statusCode() + ": " + answer.body());
        }
        return Json.parse(Path.of("answer"), "it", answer.body());
    }

    /** Begins work and waits for its end. */
    public JsonNode job(String path, String body) throws Exception {
        JsonNode state = json(post(path, body));
        for (int look = 0; !state.at("/ended").asBoolean() && look < MOST_LOOKS; look++) {
            Thread.sleep(50);
            state = get("/api/jobs/" + state.at("/id").asString());
        }
        if (!state.at("/ended").asBoolean()) {
            throw new AssertionError(state.toString());
        }
        return state;
    }

    @Override
    public void close() {
        studio.close();
    }

    /** Commands as they are typed, edits as their number. */
    public static class Words implements CommandLines {
        @Override
        public String command(List<String> arguments) {
            return String.join(" ", arguments);
        }

        @Override
        public List<String> edits(List<Edit> edits) {
            return List.of("edits=" + edits.size());
        }
    }
}
