package org.eddp.studio;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.eddp.Eddp;
import org.eddp.audit.Audit;
import org.eddp.audit.AuditNotes;
import org.eddp.audit.Suspect;
import org.eddp.directions.Directions;
import org.eddp.files.json.Circumstances;
import org.eddp.monitor.Monitor;
import org.eddp.report.Crop;
import org.eddp.run.Results;
import org.eddp.run.Run;
import org.eddp.study.AuditDecisions;
import org.eddp.study.AuditStudy;
import org.eddp.study.view.ImageLabels;
import org.eddp.testkit.MadeAudit;
import org.eddp.testkit.TinyRun;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/** The audit of a run in the studio: made there, shown, and decided about. */
class StudioAuditTest {
    private static final String DISMISSED = decision("[2,1]", 0, "\"DISMISSED\"", "\" a part of it \"");

    @TempDir
    private static Path made;

    private static Path original;

    @TempDir
    private Path folder;

    private Path run;

    @BeforeAll
    static void make() throws Exception {
        original = TinyRun.make(made, "net", false);
    }

    @BeforeEach
    void copy() throws Exception {
        run = TinyRun.copy(original, folder.resolve("run"));
    }

    private StudioSession studio(boolean readOnly) throws Exception {
        return new StudioSession(List.of(run), made.resolve("names.txt"), readOnly);
    }

    private static String path(StudioSession studio) throws Exception {
        return "/api/runs/" + studio.run(0) + "/audit";
    }

    private static String decision(String concepts, int label, String verdict, String text) {
        return "{\"concepts\":%s,\"label\":%d,\"verdict\":%s,\"text\":%s}".formatted(concepts, label, verdict, text);
    }

    private static HttpResponse<String> decide(StudioSession studio, String decision) throws Exception {
        return studio.tell("PUT", path(studio) + "/decision", BodyPublishers.ofString(decision));
    }

    /** Puts an audit with suspects into the run. */
    private void audited(Suspect... suspects) {
        write(opened -> MadeAudit.of(opened.digest(), TinyRun.CONCEPTS, suspects));
    }

    private void write(Function<Run, Audit> audit) {
        try (Run opened = new Eddp().open(run)) {
            WhenFree.write(() -> {
                opened.write(Results.AUDIT, audit.apply(opened), "eddp audit");
                return null;
            });
        }
    }

    @Test
    void anAuditIsMadeInTheStudioAndIsThatOfTheCommand() throws Exception {
        try (StudioSession studio = studio(false)) {
            JsonNode before = studio.get(path(studio));
            assertThat(before.at("/made").asBoolean()).isFalse();
            assertThat(before.at("/stale").asBoolean()).isFalse();
            assertThat(before.at("/command").asString()).isEqualTo("audit --run " + run + " --labels folders");
            assertThat(studio.get("/api/runs").at("/0/suspects").isNull()).isTrue();
            JsonNode job = studio.job(path(studio), "{}");
            assertThat(job.at("/failure").isNull()).as(job.toString()).isTrue();
            assertThat(job.at("/result/made").asBoolean()).isTrue();
            assertThat(job.at("/result")).isEqualTo(studio.get(path(studio)));
        }
        try (Run opened = new Eddp().open(run)) {
            Audit kept = opened.read(Results.AUDIT).orElseThrow();
            Audit again = AuditStudy.measure(
                    opened, AuditStudy.Options.DEFAULT.withLabels(ImageLabels.FOLDERS), Monitor.NONE);
            assertThat(kept.command()).isEqualTo("audit --run " + run + " --labels folders");
            assertThat(kept.suspects()).isEqualTo(again.suspects());
            assertThat(kept.ranking()).isEqualTo(again.ranking());
        }
    }

    @Test
    void aSuspectLeadsToPicturesPlantingAndRepair() throws Exception {
        audited(MadeAudit.suspect(0, List.of(1, 2), 3, 6));
        try (StudioSession studio = studio(false)) {
            JsonNode page = studio.get(path(studio));
            assertThat(page.at("/sentence").asString()).isEqualTo("One suspect.");
            assertThat(studio.get("/api/runs").at("/0/suspects").asInt()).isEqualTo(1);
            JsonNode suspect = page.at("/suspects/0");
            assertThat(suspect.at("/concepts/0/title").asString()).isEqualTo("concept 1");
            assertThat(suspect.at("/facts").asString()).startsWith("it is in 80 % of the 10 pictures");
            assertThat(suspect.at("/verify").asString())
                    .startsWith("correct --run " + run + " --concept 1,2 --out net-without-1-2.onnx --merge")
                    .endsWith("--controls");
            int example = suspect.at("/examples/0/picture").asInt();
            String crop = "/api/runs/" + studio.run(0) + "/concepts/1/crops/" + example;
            assertThat(studio.raw(crop).statusCode()).isEqualTo(200);
        }
    }

    @Test
    void theCommandIsTheOneThatWasTyped() throws Exception {
        audited();
        try (StudioSession studio = studio(true)) {
            assertThat(studio.get(path(studio)).at("/command").asString()).isEqualTo("audit --run " + run);
            String typed = "./eddp audit --run photos --labels marks.csv";
            Circumstances.change(run, known -> known.withCommand(new Circumstances.Request("eddp audit", typed), 1));
            assertThat(studio.get(path(studio)).at("/command").asString()).isEqualTo(typed);
        }
    }

    /** The picture for planting is not taken for the class and has none of the concepts. */
    @Test
    void plantingTakesAPictureWithoutTheConcept() throws Exception {
        raiseThresholds();
        int planted = 0;
        try (Run opened = new Eddp().open(run)) {
            int[] predicted = opened.features().predictions().stream()
                    .mapToInt(labels -> labels[0])
                    .toArray();
            for (int concept = 0; concept < TinyRun.CONCEPTS; concept++) {
                for (int example = 0; example < predicted.length; example++) {
                    int label = example % 3;
                    AuditTable table = new AuditTable(run);
                    table.put(MadeAudit.of(
                            opened.digest(), TinyRun.CONCEPTS, MadeAudit.suspect(label, List.of(concept), example)));
                    AuditTable.Planting planting = table.plantings(opened).get(0);
                    if (planting != null) {
                        planted++;
                        assertThat(predicted[planting.image()]).isNotEqualTo(label);
                        assertThat(firing(opened, concept, planting.image())).isEmpty();
                        assertThat(planting.cells()).isEqualTo(firing(opened, concept, example));
                    }
                }
            }
        }
        assertThat(planted).isPositive();
    }

    /** Lets every detector fire in its strongest half of the pictures. */
    private void raiseThresholds() throws Exception {
        Path file = run.resolve(Results.DIRECTIONS.name());
        Directions raised;
        try (Run opened = new Eddp().open(run)) {
            Directions own = opened.directions();
            double[] thresholds = own.thresholds().clone();
            for (int i = 0; i < thresholds.length; i++) {
                int concept = i;
                double[] strongest = IntStream.range(0, opened.features().images())
                        .mapToDouble(
                                image -> Arrays.stream(Crop.scores(opened.features(), own.detectors(), concept, image))
                                        .flatMapToDouble(Arrays::stream)
                                        .max()
                                        .orElseThrow())
                        .sorted()
                        .toArray();
                thresholds[i] += (strongest[strongest.length / 2 - 1] + strongest[strongest.length / 2]) / 2;
            }
            raised = new Directions(own.filters(), thresholds, own.signals(), own.mean());
        }
        raised.write(file);
        TinyRun.giveDirections(run, file);
    }

    private static List<Integer> firing(Run opened, int concept, int image) {
        double[][] scores = Crop.scores(opened.features(), opened.directions().detectors(), concept, image);
        List<Integer> cells = new ArrayList<>();
        for (int r = 0; r < scores.length; r++) {
            for (int c = 0; c < scores[r].length; c++) {
                if (scores[r][c] > 0) {
                    cells.add(r * scores[r].length + c);
                }
            }
        }
        return cells;
    }

    @Test
    void aDismissedSuspectIsShownLastWithItsNoteAlsoAfterAnotherAudit() throws Exception {
        Suspect first = MadeAudit.suspect(0, List.of(1, 2), 3);
        Suspect second = MadeAudit.suspect(2, List.of(4), 5);
        audited(first, second);
        try (StudioSession studio = studio(false)) {
            JsonNode page = StudioSession.json(decide(studio, DISMISSED));
            assertThat(page.at("/sentence").asString()).isEqualTo("One suspect, 1 dismissed.");
            assertThat(page.at("/suspects/0/label/number").asInt()).isEqualTo(2);
            assertThat(page.at("/suspects/1/note/verdict").asString()).isEqualTo("DISMISSED");
            assertThat(page.at("/suspects/1/note/text").asString()).isEqualTo("a part of it");
            StudioSession.json(decide(studio, decision("[4]", 2, "\"ACCEPTED\"", "null")));
        }
        audited(second, first);
        try (StudioSession studio = studio(false)) {
            JsonNode page = studio.get(path(studio));
            assertThat(page.at("/suspects/0/note/verdict").asString()).isEqualTo("ACCEPTED");
            assertThat(page.at("/suspects/1/note/text").asString()).isEqualTo("a part of it");
            assertThat(studio.get("/api/runs").at("/0/suspects").asInt()).isEqualTo(1);
            page = StudioSession.json(decide(studio, decision("[1,2]", 0, "null", "null")));
            assertThat(page.at("/sentence").asString()).isEqualTo("2 suspects.");
        }
        try (Run opened = new Eddp().open(run)) {
            assertThat(AuditDecisions.of(opened).notes())
                    .containsExactly(new AuditNotes.Note(List.of(4), 2, AuditNotes.Verdict.ACCEPTED, null));
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"concepts\":[1],\"label\":0,\"verdict\":\"DISMISSED\",\"text\":null} | 400 | no suspect of concepts"
                        + " [1] and class 0",
                "{\"concepts\":[1,2],\"label\":1,\"verdict\":\"DISMISSED\",\"text\":null} | 400 | no suspect",
                "{\"concepts\":[],\"label\":0,\"verdict\":null,\"text\":null} | 400 | no suspect",
                "{\"concepts\":[1,2],\"label\":0,\"verdict\":\"PERHAPS\",\"text\":null} | 400 | verdict",
                "{\"concepts\":null,\"label\":0,\"verdict\":null,\"text\":null} | 400 | concepts",
                "{\"label\":0} | 400 | concepts",
                "[] | 400 | the request"
            })
    void impossibleDecisionsAreRefused(String body, int status, String message) throws Exception {
        audited(MadeAudit.suspect(0, List.of(1, 2), 3));
        try (StudioSession studio = studio(false)) {
            HttpResponse<String> answer = decide(studio, body);
            assertThat(answer.statusCode()).as(answer.body()).isEqualTo(status);
            assertThat(answer.body()).contains(message);
        }
        assertThat(run.resolve(Results.AUDIT_NOTES.name())).doesNotExist();
    }

    @Test
    void aDecisionNeedsAnAuditAndAShortNote() throws Exception {
        try (StudioSession studio = studio(false)) {
            HttpResponse<String> early = decide(studio, DISMISSED);
            assertThat(early.statusCode()).isEqualTo(404);
            assertThat(early.body()).contains("not audited yet");
            audited(MadeAudit.suspect(0, List.of(1, 2), 3));
            HttpResponse<String> tooLong =
                    decide(studio, decision("[1,2]", 0, "\"ACCEPTED\"", "\"" + "x".repeat(10_001) + "\""));
            assertThat(tooLong.statusCode()).isEqualTo(400);
            assertThat(tooLong.body()).contains("10000 characters");
        }
    }

    @Test
    void aReadOnlyStudioAuditsWithoutWritingAndTakesNoDecisions() throws Exception {
        try (StudioSession studio = studio(true)) {
            assertThat(studio.job(path(studio), "{}").at("/result/made").asBoolean())
                    .isTrue();
            assertThat(studio.get(path(studio)).at("/made").asBoolean()).isTrue();
            assertThat(decide(studio, DISMISSED).statusCode()).isEqualTo(403);
        }
        assertThat(run.resolve(Results.AUDIT.name())).doesNotExist();
    }

    @Test
    void anAuditOfOtherDirectionsIsNamedAsSuch() throws Exception {
        write(opened -> MadeAudit.of("0".repeat(64), TinyRun.CONCEPTS, MadeAudit.suspect(0, List.of(1), 3)));
        try (StudioSession studio = studio(false)) {
            JsonNode page = studio.get(path(studio));
            assertThat(page.at("/made").asBoolean()).isFalse();
            assertThat(page.at("/stale").asBoolean()).isTrue();
            assertThat(page.at("/suspects")).isEmpty();
        }
    }

    @Test
    void aSuspectOfAConceptThatTheRunDoesNotHaveIsAProblem() throws Exception {
        audited(MadeAudit.suspect(0, List.of(TinyRun.CONCEPTS), 3));
        try (StudioSession studio = studio(false)) {
            JsonNode page = studio.get(path(studio));
            assertThat(page.at("/made").asBoolean()).isFalse();
            assertThat(page.at("/problems/0").asString()).contains("audit.json", "does not have");
        }
    }
}
