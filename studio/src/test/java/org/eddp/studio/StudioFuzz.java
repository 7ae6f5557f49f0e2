package org.eddp.studio;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URLEncoder;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.eddp.run.Results;
import org.eddp.run.Run;
import org.eddp.testkit.MadeAudit;
import org.eddp.testkit.TinyRun;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Whatever the parameters of a request are, the studio answers it, or refuses it with a message; it never fails.
 *
 * <p>The first line of an input says which address is asked, by its number; the second stands in the path, the third in the
 * query, and the rest is the body of what is sent. The seeds run with the tests, without the agent of Jazzer: it writes to the
 * standard error that tests of commands look at. Earlier findings are beside the resources of the tests.
 */
public class StudioFuzz {
    private static final Path FINDINGS = Path.of("src/test/resources/org/eddp/studio/StudioFuzzInputs");
    private static final int LINES = 4;
    private static final int MOST_ANSWER = 4 << 20;

    /** Addresses to look at; {@code P} is what stands in the path, {@code Q} in the query. */
    private static final List<String> READS = List.of(
            "/P",
            "/assets/P",
            "/api/runs/P",
            "/api/runs/RUN/concepts/P",
            "/api/runs/RUN/concepts/P/selection?threshold=Q",
            "/api/runs/RUN/images?text=P&from=Q&which=wrong&taken=Q&label=Q&sort=P",
            "/api/runs/RUN/images/P?class=Q",
            "/api/runs/RUN/images/0?class=P&against=Q",
            "/api/runs/RUN/pictures/P",
            "/api/runs/RUN/classes/P",
            "/api/compare?first=P&second=Q",
            "/api/jobs/P",
            "/api/jobs/P/network",
            "/api/jobs/P/pictures/Q");
    /** Addresses that something is sent to. */
    private static final List<String> WRITES = List.of(
            "/api/runs/RUN/images/P/edit",
            "/api/runs/RUN/images/0/edit",
            "/api/runs/RUN/concepts/P/note",
            "/api/runs/RUN/concepts/0/note",
            "/api/runs/RUN/images/0/search",
            "/api/runs/RUN/everyone",
            "/api/runs/RUN/repair",
            "/api/runs/RUN/classes/P/portrait",
            "/api/uploads?name=P",
            "/api/jobs/P/stop",
            "/api/new/commands",
            "/api/new/P/resume",
            "/api/runs/RUN/predictions",
            "/api/runs/RUN/labels",
            "/api/runs/RUN/labels/table?name=P",
            "/api/runs/RUN/audit",
            "/api/runs/RUN/audit/decision");

    private static StudioSession studio;
    private static String run;

    static Stream<byte[]> seeds() throws IOException {
        List<byte[]> found = new ArrayList<>();
        if (Files.isDirectory(FINDINGS)) {
            try (DirectoryStream<Path> files = Files.newDirectoryStream(FINDINGS)) {
                for (Path file : files) {
                    found.add(Files.readAllBytes(file));
                }
            }
        }
        return Stream.concat(made(), found.stream());
    }

    private static Stream<byte[]> made() {
        return Stream.of(
                        "0\n..\n\n",
                        "1\n../Studio.class\n\n",
                        "2\n%2e%2e\n\n",
                        "3\n5\n\n",
                        "3\n-1\n\n",
                        "4\n0\n0.5\n",
                        "4\n0\n1e999\n",
                        "5\nash\n4\n",
                        "5\n(\n999999999\n",
                        "6\n3\nbeech\n",
                        "6\nu1\n\n",
                        "7\n1\n2\n",
                        "7\n\u0000\ud83d\n \n",
                        "8\n23\n\n",
                        "9\n2\n\n",
                        "10\nx\n../y\n",
                        "11\n1\n\n",
                        "12\n1\n\n",
                        "13\n1\n2\n",
                        "14\n1\n\n{\"edits\": [{\"concept\": 1, \"value\": 2, \"quantile\": null, \"place\": \"1\"}]}",
                        "15\n\n\n"
                                + "{\"edits\": [{\"concept\": 1, \"value\": 1e308, \"quantile\": null, \"place\":"
                                + " \"patches:0.1\"}]}",
                        "15\n\n\n{\"edits\": [{\"concept\": 1, \"value\": 1, \"quantile\": null, \"place\": \"9\"}]}",
                        "15\n\n\n"
                                + "{\"edits\": [{\"concept\": 0, \"value\": null, \"quantile\": 0.5, \"place\":"
                                + " \"99999999999\"}]}",
                        "16\n2\n\n{\"name\": \"bark\", \"bookmarked\": true, \"tags\": [\"a\"], \"text\": \"b\"}",
                        "17\n\n\n{\"name\": null, \"bookmarked\": null, \"tags\": null, \"text\": null}",
                        "17\n\n\n"
                                + "{\"name\": \"a\\u0000\\ud800\", \"bookmarked\": true, \"tags\": [null], \"text\":"
                                + " \"\"}",
                        "18\n\n\n{\"to\": \"2\"}",
                        "18\n\n\n{\"to\": \"-7\"}",
                        "19\n\n\n{\"label\": 77, \"edits\": []}",
                        "19\n\n\n{\"label\": -1, \"edits\": null}",
                        "20\n\n\n{\"concepts\": [9], \"merge\": true, \"images\": \"../x\"}",
                        "20\n\n\n{\"concepts\": null, \"merge\": null, \"images\": null}",
                        "20\n\n\n{\"concepts\": [-1, 1e99], \"merge\": false, \"images\": \"\"}",
                        "21\n7\n\n{}",
                        "22\n../../x.png\n\nnot a picture",
                        "23\n0\n\n[[[[",
                        "24\n\n\n"
                                + "{\"name\": \"x\", \"layer\": \"maps\", \"preprocessing\": null, \"concepts\": 3,"
                                + " \"variant\": \"C\", \"epochs\": [1, 2, 3], \"seed\": 1}",
                        "24\n\n\n"
                                + "{\"name\": \"../x\", \"layer\": null, \"preprocessing\": \"\", \"concepts\": -1,"
                                + " \"variant\": \"\", \"epochs\": [null], \"seed\": 1e99}",
                        "25\n../../etc\n\n{}",
                        "29\n\n\n{}",
                        "30\n\n\n{\"concepts\": [1], \"label\": 0, \"verdict\": \"DISMISSED\", \"text\": \"\\ud800\"}",
                        "30\n\n\n{\"concepts\": [null], \"label\": -1, \"verdict\": \"ACCEPTED\", \"text\": null}",
                        "")
                .map(text -> text.getBytes(StandardCharsets.UTF_8));
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void answers(byte[] input) throws Exception {
        fuzzerTestOneInput(input);
    }

    /** What Jazzer calls. */
    public static void fuzzerTestOneInput(byte[] input) throws Exception {
        String[] parts = new String(input, StandardCharsets.UTF_8).split("\n", LINES);
        begin();
        int place = Math.floorMod(
                parts[0].strip().matches("\\d{1,4}") ? Integer.parseInt(parts[0].strip()) : 0,
                READS.size() + WRITES.size());
        boolean reads = place < READS.size();
        String path = (reads ? READS.get(place) : WRITES.get(place - READS.size()))
                .replace("RUN", run)
                .replace("P", encoded(parts, 1))
                .replace("Q", encoded(parts, 2));
        String body = parts.length < LINES ? "" : parts[LINES - 1];
        HttpResponse<String> answer;
        try {
            answer = send(reads, path, body);
        } catch (IOException e) { // a kept connection that was closed after the last refusal; a new one must work
            answer = send(reads, path, body);
        }
        assertThat(answer.statusCode()).as(path + " " + answer.body()).isBetween(200, 499);
        assertThat(answer.body().length()).isLessThan(MOST_ANSWER);
        if (answer.statusCode() >= 400) {
            assertThat(answer.body()).doesNotContain("Exception", "\tat ", "at org.eddp");
        }
    }

    private static HttpResponse<String> send(boolean reads, String path, String body) throws Exception {
        return reads
                ? studio.ask(path)
                : studio.tell(
                        path.endsWith("/note") || path.endsWith("/decision") ? "PUT" : "POST",
                        path,
                        BodyPublishers.ofString(body));
    }

    /** A run is made once; what notes are taken go into its folder. */
    private static void begin() throws Exception {
        if (studio == null) {
            Path folder = Files.createTempDirectory("eddp-studio-fuzz");
            Path made = TinyRun.make(folder, "net", false);
            try (Run audited = Run.open(made)) {
                audited.write(
                        Results.AUDIT,
                        MadeAudit.of(audited.digest(), TinyRun.CONCEPTS, MadeAudit.suspect(0, List.of(1), 3)),
                        "eddp audit");
            }
            Run.Options how = Run.Options.DEFAULT
                    .withClassNames(folder.resolve("names.txt"))
                    .withThreads(2);
            RunTemplate template = new RunTemplate(
                    folder.resolve("net.onnx"),
                    folder.resolve("pictures"),
                    folder.resolve("runs"),
                    (own, set, result, command) -> {});
            studio = new StudioSession(Studio.Options.of(made).withRun(how).withTemplate(template));
            run = studio.run(0);
            Runtime.getRuntime().addShutdownHook(new Thread(() -> end(folder)));
        }
    }

    private static void end(Path folder) {
        studio.close();
        try (Stream<Path> all = Files.walk(folder)) {
            for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(path);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** As a browser would put it; {@code P} and {@code Q} themselves are not meant. */
    private static String encoded(String[] parts, int line) {
        String text = line < parts.length ? parts[line] : "";
        return URLEncoder.encode(text.replace("P", "p").replace("Q", "q"), StandardCharsets.UTF_8);
    }
}
