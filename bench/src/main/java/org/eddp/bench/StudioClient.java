package org.eddp.bench;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.eddp.files.FileFailure;
import org.eddp.files.json.Json;
import org.eddp.monitor.Monitor.Stopped;
import org.eddp.studio.Studio;
import tools.jackson.databind.JsonNode;

/** A client of a studio that signs in as a browser does: by the printed address, then with the cookie and the secret. */
final class StudioClient {
    private static final int OK = 200;

    private final HttpClient client = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1) // as browsers speak to servers without encryption
            .build();
    private final String base;
    private final String cookie;
    private final String write;

    StudioClient(Studio studio) {
        base = studio.address().replaceFirst("/\\?.*", "");
        String set = send(HttpRequest.newBuilder(URI.create(studio.address())))
                .headers()
                .firstValue("Set-Cookie")
                .orElseThrow();
        cookie = set.substring(0, set.indexOf(';'));
        write = json(get("/api/session")).at("/write").asString();
    }

    /** The body of an answer; other statuses are failures. */
    byte[] get(String path) {
        return answered(path, ask(path));
    }

    /** The answer with any status. */
    HttpResponse<byte[]> ask(String path) {
        return send(request(path));
    }

    byte[] post(String path, String body) {
        return answered(
                path,
                send(request(path)
                        .header("Origin", base)
                        .header("X-Eddp-Write", write)
                        .POST(BodyPublishers.ofString(body))));
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create(base + path)).header("Cookie", cookie);
    }

    private HttpResponse<byte[]> send(HttpRequest.Builder request) {
        try {
            return client.send(request.build(), BodyHandlers.ofByteArray());
        } catch (IOException e) {
            throw new FileFailure("the studio does not answer: " + e.getMessage(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new Stopped("the measurement was interrupted");
        }
    }

    private static byte[] answered(String path, HttpResponse<byte[]> answer) {
        if (answer.statusCode() != OK) {
            throw new FileFailure("the studio refuses " + path + " (" + answer.statusCode() + "): " + error(answer));
        }
        return answer.body();
    }

    /** The error message of an answer. */
    static String error(HttpResponse<byte[]> answer) {
        return json(answer.body()).at("/error").asString();
    }

    static JsonNode json(byte[] body) {
        return Json.parse(Path.of("answer"), "of the studio", new String(body, StandardCharsets.UTF_8));
    }
}
