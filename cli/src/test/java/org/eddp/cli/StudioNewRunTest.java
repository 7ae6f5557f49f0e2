package org.eddp.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.eddp.cli.RunCommands.eddp;
import static org.eddp.cli.RunCommands.ok;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.eddp.cli.option.CommandText;
import org.eddp.features.FeatureSet;
import org.eddp.files.Digests;
import org.eddp.files.json.Circumstances;
import org.eddp.files.json.Circumstances.Request;
import org.eddp.files.json.Json;
import org.eddp.network.onnx.file.Model;
import org.eddp.report.ResultPages;
import org.eddp.run.Results;
import org.eddp.run.Run;
import org.eddp.studio.RunTemplate;
import org.eddp.studio.Studio;
import org.eddp.studio.StudioSession;
import org.eddp.study.Learning;
import org.eddp.testkit.TinyNetworks;
import org.eddp.testkit.TinyRun;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Runs that are made in the studio are those of the commands, however often they were stopped. */
class StudioNewRunTest {
    private static final int MOST_LOOKS = 20_000;
    private static final String REQUEST =
            "{\"name\": \"%s\", \"layer\": \"maps\", \"preprocessing\": \"plain\", \"concepts\": %s, \"variant\":"
                    + " \"C\", \"epochs\": [%s], \"seed\": 5}";
    private static final String LONG = "300, 300, 300";
    private static final String SHORT = "20, 20, 20";

    @TempDir
    private static Path folder;

    @BeforeAll
    static void make() throws IOException {
        Model.write(folder.resolve("net.onnx"), TinyNetworks.network(false, TinyRun.SIZE, 2));
        for (int i = 0; i < 12; i++) {
            TinyRun.picture(folder.resolve("pictures/" + i + ".png"), i);
        }
        Files.writeString(folder.resolve("none.onnx"), "no network");
        Model.write(folder.resolve("huge.onnx"), TinyNetworks.network(false, TinyRun.SIZE, 1e38));
    }

    /** Commands as they are typed, and as results carry them. */
    private static final class Typed extends StudioSession.Words {
        @Override
        public Request request(List<String> arguments) {
            return CommandText.request(Main.commandLine().getCommandSpec(), arguments);
        }
    }

    private static void page(Path run, FeatureSet set, Learning.Result result, String command) {
        try {
            Files.writeString(
                    run.resolve(Results.REPORT), ResultPages.page(set.info().provenance(), result, command));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A studio whose runs go below a folder of a test. */
    private static StudioSession studio(String own, String network, boolean readOnly) throws Exception {
        Path runs = folder.resolve(own).resolve("runs");
        RunTemplate template =
                new RunTemplate(folder.resolve(network), folder.resolve("pictures"), runs, StudioNewRunTest::page);
        Run.Options how = Run.Options.DEFAULT.withThreads(2);
        return new StudioSession(
                Studio.Options.of(runs).withReadOnly(readOnly).withRun(how).withTemplate(template), new Typed());
    }

    private static StudioSession studio(String own) throws Exception {
        StudioSession studio = studio(own, "net.onnx", false);
        await(studio, "/api/new", page -> !page.at("/prospect").isNull());
        return studio;
    }

    private static JsonNode await(StudioSession studio, String path, Predicate<JsonNode> wanted) throws Exception {
        JsonNode answer = studio.get(path);
        for (int look = 0; !wanted.test(answer) && look < MOST_LOOKS; look++) {
            Thread.sleep(2);
            answer = studio.get(path);
        }
        assertThat(wanted.test(answer)).as(answer.toString()).isTrue();
        return answer;
    }

    private static JsonNode ended(StudioSession studio) throws Exception {
        return await(studio, "/api/new/work", going -> !state(going).equals("working"))
                .at("/work");
    }

    private static String state(JsonNode going) {
        return going.at("/work/state").asString();
    }

    private static boolean isLearning(JsonNode going) {
        assertThat(state(going)).as("long enough to be stopped: " + going).isEqualTo("working");
        return going.at("/work/losses/step").asInt() > 0;
    }

    private static String request(String name, Object concepts, String epochs) {
        return String.format(REQUEST, name, concepts, epochs);
    }

    /** Every file by its digest, but for what differs between two makings of the same. */
    private static Map<String, String> files(Path of) throws IOException {
        Map<String, String> digests = new TreeMap<>();
        try (Stream<Path> all = Files.walk(of)) {
            for (Path file : all.filter(Files::isRegularFile).toList()) {
                boolean ofTheStudio =
                        file.endsWith(Results.ATLAS.name()); // it looks for pictures once the run is listed
                if (!file.endsWith(Circumstances.NAME) && !ofTheStudio) {
                    digests.put(of.relativize(file).toString(), Digests.of(file));
                }
            }
        }
        return digests;
    }

    @Tag("slow")
    @Test
    void stoppedAndGoneOnWithItIsTheRunOfTheCommands() throws Exception {
        JsonNode commands;
        try (StudioSession studio = studio("same")) {
            commands = StudioSession.json(studio.post("/api/new/commands", request("mine", 4, LONG)));
            assertThat(state(StudioSession.json(studio.post("/api/new", request("mine", 4, LONG)))))
                    .isEqualTo("working");
            HttpResponse<String> second = studio.post("/api/new", request("other", 4, LONG));
            assertThat(second.statusCode()).isEqualTo(409);
            assertThat(second.body()).contains("the run mine is being made");
            JsonNode losses =
                    await(studio, "/api/new/work", StudioNewRunTest::isLearning).at("/work/losses");
            assertThat(losses.at("/total").asInt()).isEqualTo(900);
            losses.at("/curves").forEach(curve -> {
                assertThat(curve.at("/values")).hasSameSizeAs(losses.at("/steps"));
                assertThat(curve.at("/target").isNull())
                        .isEqualTo(curve.at("/met").isNull());
            });
            assertThat(studio.post("/api/new/stop", "{}").statusCode()).isEqualTo(204);
            JsonNode stopped = ended(studio);
            assertThat(stopped.at("/state").asString()).isEqualTo("stopped");
            assertThat(stopped.at("/failure").asString()).matches("stopped at step \\d+ of 900");
            assertThat(folder.resolve("same/runs/mine/checkpoint")).exists();

            StudioSession.json(studio.post("/api/new/mine/resume", "{}"));
            int before = stopped.at("/losses/step").asInt();
            await(
                    studio,
                    "/api/new/work",
                    going -> isLearning(going) && going.at("/work/losses/step").asInt() > before);
        } // ends in the middle
        try (StudioSession again = studio("same")) {
            JsonNode begun = again.get("/api/new/work").at("/begun");
            assertThat(begun).hasSize(1);
            assertThat(begun.at("/0/learned").asBoolean()).isTrue();
            assertThat(begun.at("/0/problem").isNull()).isTrue();
            assertThat(again.post("/api/new", request("mine", 3, LONG)).body()).contains("begun with other choices");
            assertThat(again.get("/api/runs")).isEmpty();
            StudioSession.json(again.post("/api/new/mine/resume", "{}"));
            JsonNode done = ended(again);
            assertThat(done.at("/state").asString()).as(done.toString()).isEqualTo("done");
            assertThat(done.at("/losses/steps/0").asInt())
                    .as("what was learned before is shown too")
                    .isEqualTo(1);
            JsonNode steps = done.at("/losses/steps");
            assertThat(steps.size()).as("thinned out").isBetween(300, 600);
            assertThat(steps.get(steps.size() - 1).asInt()).isEqualTo(900);
            JsonNode outcome =
                    Json.readTree(folder.resolve("same/runs/mine/run.json")).at("/outcome");
            assertThat(outcome.size()).isGreaterThan(4);
            for (JsonNode curve : done.at("/losses/curves")) {
                JsonNode ending = outcome.path(curve.at("/term").asString());
                assertThat(curve.at("/value").isNull()).isEqualTo(ending.isMissingNode());
                assertThat(curve.at("/value").asDouble(0))
                        .isEqualTo(ending.at("/value").asDouble(0));
                assertThat(curve.at("/met").asBoolean(false))
                        .isEqualTo(ending.at("/met").asBoolean(false));
            }
            assertThat(again.run(0)).isEqualTo(done.at("/run").asString());
            assertThat(again.get("/api/new/work").at("/begun")).isEmpty();
        }
        List<String> shown = Arrays.asList(commands.at("/0/command").asString().split(" "));
        Path made = Path.of(shown.get(shown.indexOf("--out") + 1));
        assertThat(made.getParent()).isEqualTo(folder.resolve("same/features"));
        Path features = folder.resolve("commands/features");
        Path run = folder.resolve("commands/run");
        repeat(commands.at("/0/command"), "--out", features);
        repeat(commands.at("/1/command"), "--features", features, "--out", run);
        assertThat(files(folder.resolve("same/runs/mine")))
                .isEqualTo(files(run))
                .containsKey("report.html");
        assertThat(files(made)).isEqualTo(files(features));
    }

    /** Gives a command as it was shown, to other folders. */
    private static void repeat(JsonNode command, Object... folders) {
        List<String> words = new ArrayList<>(Arrays.asList(command.asString().split(" ")));
        for (int k = 0; k < folders.length; k += 2) {
            words.set(words.indexOf(folders[k]) + 1, folders[k + 1].toString());
        }
        ok(eddp(words.toArray(String[]::new)));
    }

    @Test
    void whatCanBeChosenIsShown() throws Exception {
        try (StudioSession studio = studio("shown")) {
            JsonNode page = studio.get("/api/new");
            assertThat(studio.get("/api/new/work").at("/name").asString()).isEqualTo("net-pictures");
            assertThat(page.at("/prospect/suggested").asString()).isEqualTo("maps");
            assertThat(page.at("/prospect/pictures").asInt()).isEqualTo(12);
            assertThat(page.at("/prospect/reason").asString()).contains("nothing says");
            assertThat(page.at("/prospect/presets").toString())
                    .contains(page.at("/prospect/preset").toString());
            assertThat(studio.get("/api/session").at("/makesRuns").asBoolean()).isTrue();
        }
    }

    @Test
    void whatGoesWrongIsSaidAndCanBeCorrected() throws Exception {
        try (StudioSession studio = studio("wrong")) {
            StudioSession.json(studio.post("/api/new", request("mine", 100_000, SHORT)));
            JsonNode failed = ended(studio);
            assertThat(failed.at("/state").asString()).isEqualTo("failed");
            assertThat(failed.at("/failure").asString()).contains("concepts = 100000 must be within");
            StudioSession.json(studio.post("/api/new", request("mine", 3, SHORT)));
            assertThat(ended(studio).at("/state").asString()).isEqualTo("done");
            HttpResponse<String> taken = studio.post("/api/new", request("mine", 3, SHORT));
            assertThat(taken.statusCode()).isEqualTo(409);
            assertThat(taken.body()).contains("choose another name");
            assertThat(studio.post("/api/new/stop", "{}").statusCode()).isEqualTo(404);
        }
        try (StudioSession studio = studio("huge", "huge.onnx", false)) {
            await(studio, "/api/new", page -> !page.at("/prospect").isNull());
            StudioSession.json(studio.post("/api/new", request("mine", 3, SHORT)));
            JsonNode failed = ended(studio);
            assertThat(failed.at("/state").asString()).isEqualTo("failed");
            assertThat(failed.at("/failure").asString()).contains("not finite");
        }
        try (StudioSession studio = studio("none", "none.onnx", false)) {
            JsonNode page =
                    await(studio, "/api/new", answer -> !answer.at("/failure").isNull());
            assertThat(page.at("/failure").asString()).contains("none.onnx").doesNotContain("Exception");
        }
        try (StudioSession studio = new StudioSession(List.of(folder), null, false)) {
            assertThat(studio.ask("/api/new").statusCode()).isEqualTo(404);
            assertThat(studio.ask("/api/new").body()).contains("--network");
        }
    }

    @Test
    void aReadOnlyStudioMakesNoRuns() throws Exception {
        try (StudioSession studio = studio("read", "net.onnx", true)) {
            await(studio, "/api/new", page -> !page.at("/prospect").isNull());
            for (String path : List.of("/api/new", "/api/new/mine/resume", "/api/new/stop")) {
                HttpResponse<String> answer = studio.post(path, request("mine", 3, SHORT));
                assertThat(answer.statusCode()).as(path).isEqualTo(403);
                assertThat(answer.body()).contains("--read-only");
            }
        }
        assertThat(folder.resolve("read")).doesNotExist();
    }

    @Test
    void pathsAreRefusedAsNames() throws Exception {
        try (StudioSession studio = studio("names")) {
            for (String name : List.of(
                    "..", ".", "../x", "a/b", "/etc", "a\\\\b", "", " ", "-x", "a b", "..%2fx", "a\\u0000b", "a\\nb")) {
                HttpResponse<String> answer = studio.post("/api/new", request(name, 3, SHORT));
                assertThat(answer.statusCode()).as(answer.body()).isEqualTo(400);
                assertThat(answer.body()).contains("letters, digits");
            }
        }
        assertThat(folder.resolve("names")).doesNotExist();
    }

    @Test
    void invalidRequestsAreRefused() throws Exception {
        try (StudioSession studio = studio("wishes")) {
            for (String body : List.of(
                    "{}",
                    "[]",
                    request("x", 0, SHORT),
                    request("x", "\"many\"", SHORT),
                    request("x", 3, "1, 2"),
                    request("x", 3, "1, 2, -3"),
                    request("x", 3, "1, null, 3"),
                    request("x", 3, SHORT).replace("maps", "mapz"),
                    request("x", 3, SHORT).replace("plain", "../plain"),
                    request("x", 3, SHORT).replace("\"C\"", "\"X\""))) {
                HttpResponse<String> answer = studio.post("/api/new", body);
                assertThat(answer.statusCode()).as(body + answer.body()).isEqualTo(400);
                assertThat(answer.body()).contains("\"error\"").doesNotContain("Exception");
            }
            assertThat(studio.post("/api/new/..%2f..%2fetc/resume", "{}").statusCode())
                    .isIn(400, 404);
            assertThat(studio.post("/api/new/unknown/resume", "{}").statusCode())
                    .isEqualTo(404);
        }
        assertThat(folder.resolve("wishes")).doesNotExist();
    }
}
