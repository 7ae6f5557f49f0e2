package org.eddp.studio;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.eddp.testkit.TinyRun;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Pictures that are dropped into the window. */
class StudioUploadTest {
    private static final int TOO_LARGE = (32 << 20) + 1;

    @TempDir
    private static Path folder;

    private static StudioSession studio;
    private static String id;

    @BeforeAll
    static void make() throws Exception {
        studio = new StudioSession(List.of(TinyRun.make(folder, "net", false)), null, true);
        id = studio.run(0);
    }

    @AfterAll
    static void close() {
        studio.close();
    }

    private static HttpResponse<String> drop(String name, byte[] content) throws Exception {
        return studio.tell("POST", "/api/uploads?name=" + name, BodyPublishers.ofByteArray(content));
    }

    private static String path(String rest) {
        return "/api/runs/" + id + rest;
    }

    @Test
    void aDroppedPictureIsExplainedLikeAnyOther() throws Exception {
        String own = studio.get(path("/images?text=")).at("/images/5/name").asString();
        byte[] content = Files.readAllBytes(folder.resolve("pictures").resolve(own));
        String image = StudioSession.json(drop("..%2F..%2Fmine.png", content))
                .at("/image")
                .asString();
        JsonNode dropped = studio.get(path("/images/" + image));
        JsonNode known = studio.get(path("/images/5"));
        assertThat(dropped.at("/explained/explanation")).isEqualTo(known.at("/explained/explanation"));
        assertThat(dropped.at("/name").asString()).endsWith("mine.png").doesNotContain("/");
        assertThat(studio.raw(path("/pictures/" + image)).body())
                .isEqualTo(studio.raw(path("/pictures/5")).body());
        String edits = "{\"edits\": [{\"concept\": 1, \"value\": 2, \"quantile\": null, \"place\": \"everywhere\"}]}";
        assertThat(StudioSession.json(studio.post(path("/images/" + image + "/edit"), edits))
                        .at("/after"))
                .isEqualTo(StudioSession.json(studio.post(path("/images/5/edit"), edits))
                        .at("/after"));
    }

    @Test
    void whatIsNoPictureIsRefused() throws Exception {
        byte[] picture = Files.readAllBytes(folder.resolve("pictures/ash/0.png"));
        for (byte[] content : List.of(
                new byte[0],
                "<svg onload=alert(1)>".getBytes(StandardCharsets.UTF_8),
                Arrays.copyOf(picture, picture.length / 2))) {
            HttpResponse<String> answer = drop("x.png", content);
            assertThat(answer.statusCode()).as(answer.body()).isEqualTo(422);
            assertThat(answer.body()).doesNotContain("Exception");
        }
        byte[] claims = picture.clone();
        claims[16] = 0x00; // a width of 16 million pixels, and as high
        claims[17] = (byte) 0xFF;
        claims[21] = (byte) 0xFF;
        assertThat(drop("huge.png", claims).statusCode()).isEqualTo(422);
        assertThat(drop("large.png", new byte[TOO_LARGE]).statusCode()).isEqualTo(413);
    }

    @Test
    void onlyIdsThatWereGivenOutAreKnown() throws Exception {
        for (String image : List.of("u", "u00", "u..%2f..%2fetc%2fpasswd", "uffffffffffffffffffffffff")) {
            assertThat(studio.ask(path("/images/" + image)).statusCode())
                    .as(image)
                    .isIn(400, 404);
            assertThat(studio.ask(path("/pictures/" + image)).statusCode())
                    .as(image)
                    .isIn(400, 404);
        }
    }

    @Test
    void browsersAskWhetherTheirPictureIsStillTheOne() throws Exception {
        HttpResponse<byte[]> first = studio.raw(path("/pictures/3"));
        String tag = first.headers().firstValue("ETag").orElseThrow();
        assertThat(first.headers().firstValue("Cache-Control")).contains("private, no-cache");
        assertThat(studio.raw(path("/pictures/4")).headers().firstValue("ETag"))
                .isPresent()
                .isNotEqualTo(first.headers().firstValue("ETag"));
        HttpResponse<byte[]> again = studio.raw(path("/pictures/3"), "If-None-Match", tag);
        assertThat(again.statusCode()).isEqualTo(304);
        assertThat(again.body()).isEmpty();
        assertThat(studio.raw(path("/pictures/4"), "If-None-Match", tag).statusCode())
                .isEqualTo(200);
    }
}
