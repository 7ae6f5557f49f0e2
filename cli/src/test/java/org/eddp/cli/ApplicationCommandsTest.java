package org.eddp.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.eddp.cli.RunCommands.eddp;
import static org.eddp.cli.RunCommands.ok;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.eddp.files.json.Json;
import org.eddp.influence.Influence;
import org.eddp.labels.Concept;
import org.eddp.labels.Dissection;
import org.eddp.labels.Labels;
import org.eddp.testkit.TinyRun;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** What users come for, command by command, on a small network. */
class ApplicationCommandsTest {
    @TempDir
    private static Path folder;

    private static Path run;
    private static Path deep;

    @BeforeAll
    static void learn() throws IOException {
        run = RunCommands.make(folder, "linear", false);
        deep = RunCommands.make(folder, "deep", true);
    }

    private static RunCommands.Outcome on(Path of, String command, String... more) {
        List<String> args = new ArrayList<>(List.of(
                command,
                "--run",
                of.toString(),
                "--class-names",
                folder.resolve("names.txt").toString()));
        args.addAll(List.of(more));
        return eddp(args.toArray(String[]::new));
    }

    private static String picture() {
        return folder.resolve("pictures/beech/1.png").toString();
    }

    @Test
    void influenceOfEveryConceptOnEveryClass() {
        Path json = folder.resolve("influence.json");
        RunCommands.Outcome outcome = on(run, "influence", "--noise", "20", "--json", json.toString());
        ok(outcome);
        assertThat(outcome.out())
                .contains("SDC", "SCDP", "I1", "beech")
                .contains("compared with 4000 noise directions", "held-out noise directions", "raised by", "lowered by")
                .doesNotContain("none");
        Influence influence = Influence.read(run.resolve("influence.safetensors"));
        assertThat(influence.concepts()).isEqualTo(TinyRun.CONCEPTS);
        assertThat(influence.test().noise()).isEqualTo(4000);
        JsonNode results = Json.readTree(json);
        assertThat(results.at("/summary/meanInfluence").asDouble())
                .isCloseTo(Influence.meanInfluence(influence.scores()), within(1e-9));
        assertThat(results.at("/effects/pairs").asInt()).isEqualTo((int)
                Arrays.stream(influence.test().moved().values()).sum());
        JsonNode first = results.at("/classes/0");
        int label = first.at("/label/number").asInt();
        for (JsonNode score : first.at("/concepts")) {
            int concept = score.at("/concept/number").asInt();
            assertThat(score.at("/rank").asInt()).isEqualTo(influence.rank(concept, label));
            assertThat(score.at("/effectQ").asDouble())
                    .isEqualTo(influence.test().qValues().get(concept, label));
        }
        RunCommands.Outcome without = on(run, "influence", "--noise", "0", "--effect-noise", "200");
        ok(without);
        assertThat(without.out())
                .contains("compared with 200 noise directions", "raised by")
                .doesNotContain("SDC", "could not be tested");
        assertThat(run.resolve("figures/influence-1-beech.svg")).content().contains("<svg");
        assertThat(run.resolve("figures/influence-1-beech.png")).isNotEmptyFile();
    }

    @Test
    void influenceThroughAHeadOfSeveralLayersAndOnOtherImages() {
        RunCommands.Outcome outcome = on(
                deep,
                "influence",
                "--no-test",
                "--images",
                folder.resolve("pictures/ash").toString(),
                "--class",
                "Cedar");
        ok(outcome);
        assertThat(outcome.out()).contains("8 images", "2 cedar").doesNotContain("SDC");
    }

    @Test
    void explanationAddsUp() {
        Path json = folder.resolve("explanation.json");
        RunCommands.Outcome outcome = on(
                run,
                "explain",
                "--image",
                picture(),
                "--class",
                "ash",
                "--against",
                "cedar",
                "--json",
                json.toString());
        ok(outcome);
        assertThat(outcome.out())
                .contains("0 ash rather than 2 cedar", "difference of the two logits", "+ interaction")
                .doesNotContain("undecided", "W^T S", "correction");
        JsonNode e = Json.readTree(json).at("/explanation");
        double sum = e.at("/sample").asDouble()
                - e.at("/baseline").asDouble()
                + e.at("/correction").asDouble()
                + e.at("/residual").asDouble();
        assertThat(e.at("/explanationLogit").asDouble()).isCloseTo(sum, within(1e-4));
        Matcher page = Pattern.compile("Page: (.*1-0-ash-vs-2-cedar-[0-9a-f]{8})\\.html")
                .matcher(outcome.out());
        assertThat(page.find()).as(outcome.out()).isTrue();
        assertThat(Path.of(page.group(1) + ".html")).content().contains("data:image/jpeg");
        assertThat(Path.of(page.group(1) + "-maps.png")).isNotEmptyFile();
    }

    /** A list with a class too many in front, as of networks with a background class, shifts every name. */
    @Test
    void namesThatDoNotFitTheClassesAreRefused() throws IOException {
        Path shifted = Files.writeString(folder.resolve("shifted.txt"), "background\nash\nbeech\ncedar\n");
        String[] command = {
            "--run", run.toString(), "--threads", "1", "--class-names", shifted.toString(), "--image", picture()
        };
        RunCommands.Outcome outcome =
                eddp(Stream.concat(Stream.of("explain"), Stream.of(command)).toArray(String[]::new));
        assertThat(outcome.code()).isEqualTo(1);
        assertThat(outcome.err()).containsOnlyOnce("4 class names in " + shifted + ", but the network has 3 classes");
        assertThat(on(run, "explain", "--image", picture()).err()).doesNotContain("class names");
    }

    @Test
    void explainsAFolderAndLeavesBrokenPicturesOut() throws IOException {
        Path some = Files.createDirectories(folder.resolve("mixed"));
        Files.copy(Path.of(picture()), some.resolve("good.png"));
        Files.writeString(some.resolve("bad.png"), "no picture");
        RunCommands.Outcome outcome = on(deep, "explain", "--image", some.toString());
        ok(outcome);
        assertThat(outcome.out())
                .contains("good.png", "= without its concepts", "images explained: 1", "in the median", "index.html")
                .doesNotContain("bad.png", "undecided", "W^T S");
        Path pages = deep.resolve("explanations");
        JsonNode summary = Json.readTree(pages.resolve("index.json"));
        assertThat(summary.at("/summary/images").asInt()).isEqualTo(1);
        assertThat(summary.at("/images/0/verdict").asString()).isIn("CLEAR", "PARTLY", "POOR");
        String index = Files.readString(pages.resolve("index.html"));
        Matcher link = Pattern.compile("href=\"([^\"]+\\.html)\"[^>]*>good.png").matcher(index);
        assertThat(link.find()).as(index).isTrue();
        assertThat(pages.resolve(link.group(1))).isNotEmptyFile();
        assertThat(index).contains("Concepts across images").doesNotContain("bad.png");
    }

    @Test
    void thePapersDecompositionIsLabelledAsSuch() {
        RunCommands.Outcome outcome = on(deep, "explain", "--image", picture(), "--undecided", "learned");
        ok(outcome);
        assertThat(outcome.out())
                .contains("the paper's decomposition: explanation logit", "beyond first order")
                .doesNotContain("--undecided learned");
        assertThat(Path.of(page(outcome))).content().containsIgnoringCase("by the paper&#39;s decomposition");
    }

    @Test
    void editsAreWrittenAlongTheDirectionsAskedFor() {
        Path json = folder.resolve("signals.json");
        String[] edit = {"--image", picture(), "--add", "1", "--json", json.toString()};
        ok(on(run, "edit", edit));
        JsonNode means = Json.readTree(json);
        assertThat(means.at("/signals").asString()).isEqualTo("MEANS");
        ok(on(run, "edit", "--image", picture(), "--add", "1", "--signals", "learned", "--json", json.toString()));
        JsonNode learned = Json.readTree(json);
        assertThat(learned.at("/signals").asString()).isEqualTo("LEARNED");
        assertThat(learned.at("/size").asDouble())
                .isNotEqualTo(means.at("/size").asDouble());
    }

    @Test
    void editsFoundBySearchCanBeRepeated() throws IOException {
        Path json = folder.resolve("edit.json");
        RunCommands.Outcome searched = searchUntilFound(json);
        JsonNode found = Json.readTree(json);
        String after = found.at("/steps")
                .get(found.at("/steps").size() - 1)
                .at("/after/probability")
                .asString();
        String replay = found.at("/search/replay").asString();
        assertThat(replay)
                .startsWith("./eddp edit --run RUN --class-names names.txt --image ")
                .doesNotContain(folder.toString(), "--search");
        String typed = searched.out()
                .lines()
                .filter(line -> line.startsWith("./eddp edit"))
                .findFirst()
                .orElseThrow();
        RunCommands.Outcome repeated = eddp(typed.replace("./eddp ", "").split(" "));
        ok(repeated);
        assertThat(repeated.out().lines())
                .noneMatch(line -> line.startsWith("Page: ") && searched.out().contains(line));
        JsonNode again = Json.readTree(json);
        assertThat(again.at("/search").isNull()).isTrue();
        assertThat(again.at("/steps")
                        .get(again.at("/steps").size() - 1)
                        .at("/after/probability")
                        .asString())
                .isEqualTo(after);
    }

    /** Searches picture after picture: not every prediction of so small a network can be changed. */
    private static RunCommands.Outcome searchUntilFound(Path json) throws IOException {
        List<Path> pictures;
        try (Stream<Path> files = Files.walk(folder.resolve("pictures"))) {
            pictures = files.filter(Files::isRegularFile).sorted().toList();
        }
        for (Path picture : pictures) {
            RunCommands.Outcome searched =
                    on(run, "edit", "--image", picture.toString(), "--search", "--json", json.toString());
            ok(searched);
            if (Files.exists(json)) {
                return searched;
            }
        }
        throw new AssertionError("no search found an edit");
    }

    @Test
    void editsInTheOrderGiven() {
        RunCommands.Outcome outcome = on(
                deep,
                "edit",
                "--image",
                picture(),
                "--add",
                "3",
                "--remove",
                "1",
                "--add",
                "0",
                "--where",
                "0,0,3,7",
                "--amount",
                "q0.01");
        ok(outcome);
        assertThat(outcome.out())
                .containsSubsequence("unchanged", "add concept 3 (quantile 0.99)", "remove concept 1", "add concept 0");
        assertThat(outcome.out()).contains("      32 ");
    }

    @Test
    void correctsANetworkAndTellsBeforeFromAfter() {
        Path fixed = folder.resolve("out/fixed.onnx");
        Path json = folder.resolve("correction.json");
        RunCommands.Outcome outcome = on(
                run,
                "correct",
                "--concept",
                "2,0",
                "--out",
                fixed.toString(),
                "--evaluate",
                folder.resolve("pictures").toString(),
                "--controls",
                "--json",
                json.toString());
        ok(outcome);
        assertThat(outcome.out()).contains("original", "corrected", "control: filter", "control: random 10", "1 beech");
        JsonNode results = Json.readTree(json);
        assertThat(results.at("/deviation").asDouble()).isLessThan(1e-5);
        assertThat(results.at("/evaluations").size()).isEqualTo(13);
        assertThat(results.at("/evaluations/1/images").asInt()).isEqualTo(24);
        ok(eddp("network", fixed.toString()));
        assertThat(on(
                                run,
                                "correct",
                                "--concept",
                                "0",
                                "--out",
                                folder.resolve("fixed.pt").toString())
                        .err())
                .contains("stays so", ".onnx");
        RunCommands.Outcome unlabelled = on(run, "correct", "--concept", "0", "--out", fixed.toString(), "--controls");
        ok(unlabelled);
        assertThat(unlabelled.out()).contains("24", "10 random directions of the same length change");
        Path early = folder.resolve("early.onnx");
        String flat = folder.resolve("pictures/ash").toString();
        assertThat(on(run, "correct", "--concept", "0", "--out", early.toString(), "--evaluate", flat)
                        .err())
                .contains("is not in a subfolder");
        assertThat(early)
                .as("nothing is written for images that cannot be used")
                .doesNotExist();
    }

    @Test
    void correctionsAreMadeByThePairsAskedFor() throws IOException {
        Path json = folder.resolve("pairs.json");
        Path out = folder.resolve("pairs.onnx");
        String[] correct = {"--concept", "1", "--out", out.toString(), "--json", json.toString()};
        RunCommands.Outcome outcome = on(run, "correct", correct);
        ok(outcome);
        assertThat(Json.readTree(json).at("/signals").asString()).isEqualTo("REFITTED");
        assertThat(Path.of(page(outcome))).content().contains("refitted", "difference of means");
        byte[] refitted = Files.readAllBytes(out);
        ok(on(
                run,
                "correct",
                Stream.concat(Stream.of(correct), Stream.of("--merge")).toArray(String[]::new)));
        assertThat(Files.readAllBytes(out))
                .as("one concept is merged with itself")
                .isEqualTo(refitted);
        for (String signals : List.of("means", "learned")) {
            ok(on(
                    run,
                    "correct",
                    Stream.concat(Stream.of(correct), Stream.of("--signals", signals))
                            .toArray(String[]::new)));
            assertThat(Json.readTree(json).at("/signals").asString()).isEqualToIgnoringCase(signals);
            assertThat(Files.readAllBytes(out)).isNotEqualTo(refitted);
        }
        RunCommands.Outcome edit = on(run, "edit", "--image", picture(), "--add", "1", "--signals", "refitted");
        assertThat(edit.code()).isNotZero();
        assertThat(edit.err()).contains("choose means or learned");
    }

    @Test
    void conceptsTakenOutAsOneAreAResultOfTheirOwn() throws IOException {
        String out = folder.resolve("merged.onnx").toString();
        String pictures = folder.resolve("pictures").toString();
        Path json = folder.resolve("merged.json");
        String own = page(on(run, "correct", "--concept", "1,2", "--out", out, "--evaluate", pictures));
        RunCommands.Outcome outcome = on(
                run,
                "correct",
                "--concept",
                "1,2",
                "--merge",
                "--out",
                out,
                "--evaluate",
                pictures,
                "--json",
                json.toString());
        ok(outcome);
        assertThat(outcome.out()).contains("Taken out as one", "Concept 2 fires on");
        JsonNode results = Json.readTree(json);
        assertThat(results.at("/deviation").asDouble()).isLessThan(1e-5);
        assertThat(results.at("/merge/members").size()).isEqualTo(2);
        assertThat(results.at("/merge/patches").asLong())
                .isBetween(
                        results.at("/merge/members/0/patches").asLong(),
                        results.at("/merge/members/0/patches").asLong()
                                + results.at("/merge/members/1/patches").asLong());
        assertThat(page(outcome)).contains("without-1-2-merged").isNotEqualTo(own);
        assertThat(Path.of(own)).content().doesNotContain("Taken out as one");
        assertThat(Path.of(page(outcome))).content().contains("Taken out as one");
    }

    private static String page(RunCommands.Outcome outcome) {
        return outcome.out()
                .lines()
                .filter(line -> line.startsWith("Page: "))
                .findFirst()
                .orElseThrow()
                .substring("Page: ".length());
    }

    @Test
    void statisticsOfOtherFeaturesAreNotKept() throws IOException {
        Path fresh = RunCommands.make(Files.createDirectories(folder.resolve("statistics")), "linear", false);
        Path other = folder.resolve("other-features");
        ok(RunCommands.features(folder.resolve("linear.onnx"), folder.resolve("pictures/ash"), other));
        String[] edit = {"--image", picture(), "--add", "1"};
        String own = on(fresh, "edit", edit).out();
        List<String> elsewhere = new ArrayList<>(List.of(edit));
        elsewhere.addAll(List.of("--features", other.toString()));
        assertThat(on(fresh, "edit", elsewhere.toArray(String[]::new)).out()).isNotEqualTo(own);
        assertThat(on(fresh, "edit", edit).out()).isEqualTo(own);
    }

    @Test
    void reportCollectsWhatThereIsAndNamesWhatIsNot() throws IOException {
        Path fresh = RunCommands.make(Files.createDirectories(folder.resolve("fresh")), "linear", false);
        ok(on(fresh, "report"));
        assertThat(fresh.resolve("report.html")).content().contains("Not computed yet", "./eddp influence --run");
        ok(on(fresh, "influence", "--no-test"));
        ok(on(fresh, "explain", "--image", picture()));
        ok(on(fresh, "edit", "--image", picture(), "--remove", "2"));
        ok(on(fresh, "report"));
        assertThat(fresh.resolve("report.html"))
                .content()
                .contains("Which concepts move which class", "Why this image", "What if", "./eddp edit --run")
                .doesNotContain("./eddp influence --run " + fresh + "</code></li>");
        TinyRun.giveDirections(fresh, deep.resolve("directions.safetensors"));
        ok(on(fresh, "report"));
        assertThat(fresh.resolve("report.html"))
                .content()
                .contains("other directions")
                .doesNotContain("What if");
        // what is outdated does not take the place of what is not
        ok(on(fresh, "edit", "--image", picture(), "--remove", "3"));
        ok(on(fresh, "report", "--most", "1"));
        assertThat(fresh.resolve("report.html")).content().contains("What if");
    }

    /** Both files are fine by themselves, of the same layer and number of concepts. */
    @Test
    void filesOfAnotherRunAreRefused() throws IOException {
        Path other = folder.resolve("other");
        ok(eddp(
                "learn",
                "--features",
                folder.resolve("linear-features").toString(),
                "--concepts",
                Integer.toString(TinyRun.CONCEPTS),
                "--epochs",
                "3,3,3",
                "--out",
                other.toString()));
        for (String file : List.of("directions.safetensors", "run.json")) {
            Path mixed = TinyRun.copy(run, folder.resolve("mixed-" + file));
            Files.copy(other.resolve(file), mixed.resolve(file), StandardCopyOption.REPLACE_EXISTING);
            for (String[] command :
                    List.of(new String[] {"health"}, new String[] {"explain", "--image", picture()}, new String[] {
                        "concept", "--concept", "1"
                    })) {
                RunCommands.Outcome refused = on(mixed, command[0], Arrays.copyOfRange(command, 1, command.length));
                assertThat(refused.code()).as(command[0] + ": " + refused.err()).isEqualTo(1);
                assertThat(refused.err()).contains("directions.safetensors", "run.json", "of another run");
            }
        }
    }

    @Test
    void healthTestsExplanationsOnChangedPictures() throws IOException {
        for (Path original : List.of(run, deep)) {
            Path tested = TinyRun.copy(original, folder.resolve("tested-" + original.getFileName()));
            Path file = tested.resolve("health.json");
            RunCommands.Outcome outcome = on(tested, "health", "--self-test", "--threads", "1");
            ok(outcome);
            assertThat(outcome.out())
                    .contains("self-test: marks: 24 pictures with a card, a logo, a texture each:")
                    .contains("self-test: covering: 24 pictures,");
            String kept = Files.readString(file);
            JsonNode test = Json.readTree(file).at("/selfTest");
            assertThat(test.at("/run/moved/pairs").asInt()).isEqualTo(3 * 24);
            assertThat(test.at("/run/moved/truth").asDouble()).isPositive();
            assertThat(test.at("/run/covered/pairs").asInt()).isPositive();
            assertThat(test.at("/run/covered/said").asDouble()).isPositive();
            assertThat(test.at("/chance").equals(test.at("/run"))).isFalse();
            ok(on(tested, "health", "--self-test", "--threads", "2"));
            assertThat(file).content().isEqualTo(kept);
            ok(on(tested, "report"));
            assertThat(tested.resolve("report.html")).content().contains("Show the self-test in numbers");
            RunCommands.Outcome plain = on(tested, "health");
            ok(plain);
            assertThat(plain.out()).doesNotContain("self-test");
            assertThat(file).content().doesNotContain("selfTest", "self-test");
        }
    }

    @Test
    void aSelfTestNeedsThePictures() throws IOException {
        Path tested = TinyRun.copy(run, folder.resolve("tested-without-pictures"));
        RunCommands.Outcome refused = on(
                tested,
                "health",
                "--self-test",
                "--image-folder",
                folder.resolve("nowhere").toString());
        assertThat(refused.code()).isEqualTo(1);
        assertThat(refused.err()).contains("nowhere", "--image-folder").doesNotContain("Exception", "\tat ");
        assertThat(tested.resolve("health.json")).content().doesNotContain("selfTest");
    }

    @Test
    void labelledConceptsGoByTheirNames() throws IOException {
        Path labelled = RunCommands.make(Files.createDirectories(folder.resolve("labelled")), "linear", false);
        List<Labels.DetectorLabel> labels = new ArrayList<>();
        for (int i = 0; i < TinyRun.CONCEPTS; i++) {
            Concept concept =
                    new Concept("colour", i / 2, List.of("red", "green", "blue").get(i / 2));
            labels.add(new Labels.DetectorLabel(i, i == 5 ? null : concept, 0.5, 0.4, true, Map.of()));
        }
        Json.write(
                labelled.resolve("labels.json"),
                new Labels("0", "tiny", Dissection.CountedImages.values()[0], 0.04, 1, 1, labels));
        RunCommands.Outcome outcome =
                on(labelled, "edit", "--image", picture(), "--add", "BLUE", "--where", "everywhere");
        ok(outcome);
        assertThat(outcome.out()).contains("add 4 blue");
        assertThat(on(labelled, "edit", "--image", picture(), "--add", "red").err())
                .contains("name of concepts 0 (IoU 0.4), 1 (IoU 0.4); give one of these numbers");
        assertThat(on(labelled, "edit", "--image", picture(), "--add", "bleu").err())
                .contains("nearest are blue");
    }

    private static RunCommands.Outcome features(String layer) {
        return eddp(
                "features",
                "--network",
                folder.resolve("linear.onnx").toString(),
                "--layer",
                layer,
                "--images",
                folder.resolve("pictures").toString(),
                "--preprocess",
                "plain",
                "--out",
                folder.resolve("features-" + layer).toString());
    }

    @Test
    void aLayerWithoutPatchesHasNoPlaceToEdit() {
        assertThat(features("flat").err()).contains("cannot be cut at 'flat': it has no patches");
        RunCommands.Outcome pooled = features("pooled");
        ok(pooled);
        assertThat(pooled.out()).contains("one patch per image");
        Path whole = folder.resolve("whole-run");
        String set = folder.resolve("features-pooled").toString();
        ok(eddp("learn", "--features", set, "--concepts", "2", "--epochs", "5,5,5", "--out", whole.toString()));
        for (List<String> edit : List.of(List.of("--remove", "0"), List.of("--search"))) {
            List<String> arguments = new ArrayList<>(List.of("--image", picture()));
            arguments.addAll(edit);
            RunCommands.Outcome refused = on(whole, "edit", arguments.toArray(String[]::new));
            assertThat(refused.code()).isEqualTo(2);
            assertThat(refused.err()).contains("layer pooled has no patches", "--where everywhere");
        }
        ok(on(whole, "edit", "--image", picture(), "--remove", "0", "--amount", "0", "--where", "everywhere"));
    }

    @Test
    void aNetworkThatMovedOrChangedIsNamed() throws IOException {
        Path moved = RunCommands.make(Files.createDirectories(folder.resolve("moved")), "linear", false);
        Path network = folder.resolve("moved/linear.onnx");
        Path elsewhere = folder.resolve("elsewhere.onnx");
        Files.move(network, elsewhere);
        assertThat(on(moved, "explain", "--image", picture()).err())
                .contains("is not at " + network, "say where it is with --network");
        ok(on(moved, "explain", "--image", picture(), "--network", elsewhere.toString()));
        Files.copy(folder.resolve("deep.onnx"), network);
        RunCommands.Outcome changed = on(moved, "explain", "--image", picture());
        assertThat(changed.code()).isEqualTo(1);
        assertThat(changed.err()).contains(network + " is not the one the run", "--network");
    }

    @Test
    void saysWhatIsWrong() {
        assertThat(on(run, "explain", "--image", picture(), "--class", "asch").err())
                .contains("nearest are ash");
        assertThat(on(run, "explain", "--image", picture(), "--class", "7").err())
                .contains("classes 0 .. 2");
        assertThat(on(run, "edit", "--image", picture(), "--remove", "17").err())
                .contains("concepts 0 .. 5");
        assertThat(on(run, "edit", "--image", picture()).err()).contains("--remove or --add, or --search");
        assertThat(on(run, "edit", "--image", picture(), "--add", "1", "--where", "0,0,9,9")
                        .err())
                .contains("8 x 8");
        assertThat(on(run, "edit", "--image", picture(), "--add", "1", "--where", "here")
                        .err())
                .contains("--where here", "everywhere", "r0,c0,r1,c1");
        assertThat(on(run, "edit", "--image", picture(), "--add", "1", "--amount", "lots")
                        .err())
                .contains("--amount lots");
        assertThat(on(run, "edit", "--image", folder.resolve("pictures").toString(), "--search")
                        .err())
                .contains("is a folder");
        assertThat(on(run, "explain", "--image", folder.resolve("none.png").toString())
                        .code())
                .isNotZero();
        assertThat(on(folder.resolve("nowhere"), "influence").err())
                .contains("not a finished run", "eddp learn", "--resume");
        RunCommands.Outcome other = on(
                run,
                "explain",
                "--image",
                picture(),
                "--network",
                folder.resolve("deep.onnx").toString());
        assertThat(other.err()).contains("is not the one");
    }
}
