package org.eddp.study.check;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.lang.reflect.RecordComponent;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import org.eddp.ConceptAssertions;
import org.eddp.audit.Audit;
import org.eddp.audit.AuditNotes;
import org.eddp.failure.InvalidInput;
import org.eddp.files.json.Json;
import org.eddp.images.decode.Picture;
import org.eddp.monitor.Monitor;
import org.eddp.run.Results;
import org.eddp.run.Run;
import org.eddp.study.AuditDecisions;
import org.eddp.study.check.CheckResults.Finding;
import org.eddp.study.check.CheckResults.Status;
import org.eddp.testkit.MadeAudit;
import org.eddp.testkit.TinyRun;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Element;
import tools.jackson.databind.JsonNode;

class PolicyCheckTest {
    @TempDir
    private static Path folder;

    private static Run run;
    private static Audit audit;

    @BeforeAll
    static void make() throws IOException {
        run = Run.open(TinyRun.make(folder, "run", false));
        check("{\"suspects\": {\"maximumScore\": 1e9}}");
        audit = run.read(Results.AUDIT).orElseThrow();
        for (String name : List.of("samples", "white", "black")) {
            Files.createDirectories(folder.resolve(name));
        }
        for (int n = 0; n < 3; n++) {
            TinyRun.picture(folder.resolve("samples/" + n + ".png"), n);
            Picture black = Picture.black(TinyRun.SIZE, TinyRun.SIZE);
            Files.write(folder.resolve("black/" + n + ".png"), black.png());
            Arrays.fill(black.rgb(), (byte) 255);
            Files.write(folder.resolve("white/" + n + ".png"), black.png());
        }
    }

    @AfterAll
    static void close() {
        run.close();
    }

    private static CheckResults check(String policy) throws IOException {
        Path file = Files.writeString(folder.resolve("policy.json"), policy);
        return PolicyCheck.run(run, Policy.read(file), folder, Monitor.NONE);
    }

    private static String reliance(String label, String concept, double maximum) {
        return "{\"reliance\": [{\"class\": \"" + label + "\", \"concept\": \"" + concept + "\", \"maximum\": "
                + maximum + "}]}";
    }

    @Test
    void aClassMayRestOnAConceptUpToTheLimit() throws IOException {
        var pair = audit.ranking().get(0);
        double measured = pair.reliance().meanContribution();
        String label = "" + pair.label().number();
        String concept = "" + pair.concept().number();
        assertThat(check(reliance(label, concept, measured + 1e-6)).status()).isEqualTo(Status.HELD);
        assertThat(check(reliance(label, concept, measured - 1e-6)).status()).isEqualTo(Status.VIOLATED);
        ConceptAssertions.assertThat(run).restsOnAtMost(label, concept, measured + 1e-6);
        assertThatThrownBy(() -> ConceptAssertions.assertThat(run).restsOnAtMost(label, concept, measured - 1e-6))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("rests on concept " + concept + " by at most")
                .hasMessageContaining("measured:");
    }

    @Test
    void unknownNamesAreUncheckedWithAMessage() throws IOException {
        CheckResults concept = check(reliance("0", "999", 1));
        assertThat(concept.status()).isEqualTo(Status.UNCHECKED);
        assertThat(concept.findings().get(0).detail()).contains("concept 999 does not exist");
        CheckResults label = check(reliance("zebra crossing", "0", 1));
        assertThat(label.status()).isEqualTo(Status.UNCHECKED);
        assertThat(label.findings().get(0).detail()).contains("zebra crossing");
        assertThatThrownBy(() -> ConceptAssertions.assertThat(run).restsOnAtMost("0", "999", 1))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("could not be checked");
    }

    @Test
    void suspectsAreComparedWithTheLimitUnlessTheyAreDismissed() throws IOException {
        try (Run judged = Run.open(TinyRun.copy(run.folder(), folder.resolve("judged")))) {
            Audit made = MadeAudit.of(
                    judged.digest(),
                    TinyRun.CONCEPTS,
                    MadeAudit.suspect(0, List.of(1), 0),
                    MadeAudit.suspect(1, List.of(2, 3), 1));
            judged.write(Results.AUDIT, made, "eddp audit");
            double score = made.suspects().get(0).score();
            assertThat(suspects(judged, score).status()).isEqualTo(Status.HELD);
            assertThat(suspects(judged, score - 1e-3).detail())
                    .contains("class 0 rests on concept 1", "class 1 rests on concept 2, 3")
                    .doesNotContain("dismissed");
            AuditDecisions.decide(judged, made, List.of(1), 0, AuditNotes.Verdict.DISMISSED, "part of the object");
            Finding other = suspects(judged, 0);
            assertThat(other.status()).isEqualTo(Status.VIOLATED);
            assertThat(other.detail())
                    .doesNotContain("class 0")
                    .endsWith("class 1 rests on concept 2, 3; not counted: 1 dismissed suspect");
            AuditDecisions.decide(judged, made, List.of(3, 2), 1, AuditNotes.Verdict.ACCEPTED, null);
            assertThat(suspects(judged, 0).status()).as("accepted as a flaw").isEqualTo(Status.VIOLATED);
            AuditDecisions.decide(judged, made, List.of(3, 2), 1, AuditNotes.Verdict.DISMISSED, null);
            Finding none = suspects(judged, 0);
            assertThat(none.status()).isEqualTo(Status.HELD);
            assertThat(none.detail())
                    .isEqualTo("the audit has 0 suspects, none above the limit; not counted: 2 dismissed suspects");
        }
    }

    @Test
    void withTooFewPicturesSuspectsAreUnchecked() {
        assertThat(audit.closely()).isZero();
        Finding finding = suspects(run, 1e9);
        assertThat(finding.status()).isEqualTo(Status.UNCHECKED);
        assertThat(finding.detail()).startsWith("Nothing could be judged: no class has a concept");
    }

    private static Finding suspects(Run judged, double limit) {
        Policy policy = Policy.EMPTY.withSuspects(new Policy.Suspects(limit));
        return PolicyCheck.run(judged, policy, folder, Monitor.NONE).findings().get(0);
    }

    @Test
    void aRunThatCannotBeWrittenIsChecked() throws IOException {
        Path copy = TinyRun.copy(run.folder(), folder.resolve("locked"));
        Files.delete(copy.resolve("audit.json"));
        Files.deleteIfExists(copy.resolve(".lock"));
        Files.createDirectory(copy.resolve(".lock"));
        List<String> remarks = new ArrayList<>();
        try (Run locked = Run.open(copy)) {
            Policy policy = Policy.EMPTY.withSuspects(new Policy.Suspects(1e9));
            CheckResults results = PolicyCheck.run(locked, policy, folder, collecting(remarks));
            assertThat(results.findings().get(0).detail()).startsWith("Nothing could be judged");
        }
        assertThat(remarks).anyMatch(remark -> remark.startsWith("the audit is not kept: "));
        assertThat(copy.resolve("audit.json")).doesNotExist();
    }

    @Test
    void aPolicyFileIsAnAssertion() throws IOException {
        Path file = Files.writeString(
                folder.resolve("file.json"),
                "{\"masks\": [{\"images\": \"samples\", \"masks\": \"white\", \"minimum\": 0.5}]}");
        ConceptAssertions.assertThat(run).keeps(file);
        assertThatThrownBy(() -> ConceptAssertions.assertThat(run).keeps(Policy.EMPTY))
                .as("would hold for every network")
                .isInstanceOf(InvalidInput.class);
    }

    @Test
    void explanationsLieInsideAMaskOfEverythingAndOutsideOfNothing() throws IOException {
        String policy = "{\"masks\": [{\"images\": \"samples\", \"masks\": \"%s\", \"minimum\": 0.99}]}";
        CheckResults everything = check(policy.formatted("white"));
        assertThat(everything.status()).as(everything.findings().toString()).isEqualTo(Status.HELD);
        CheckResults nothing = check(policy.formatted("black"));
        assertThat(nothing.status()).isEqualTo(Status.VIOLATED);
        assertThat(nothing.findings().get(0).detail()).startsWith("3 of 3 pictures below");
        Files.delete(folder.resolve("black/2.png"));
        CheckResults missing = check(policy.formatted("black"));
        assertThat(missing.status()).isEqualTo(Status.UNCHECKED);
        assertThat(missing.findings().get(0).detail()).contains("2.png has no mask");
    }

    @Test
    void anAuditOfOtherDirectionsIsMadeAgain() throws IOException {
        Path copy = TinyRun.copy(run.folder(), folder.resolve("stale"));
        try (Run changed = Run.open(copy)) {
            Path file = changed.path(Results.AUDIT);
            TinyRun.edit(
                    file,
                    text -> text.replace(
                            audit.directions(), "0".repeat(audit.directions().length())));
        }
        List<String> remarks = new ArrayList<>();
        try (Run changed = Run.open(copy)) {
            CheckResults results = PolicyCheck.run(
                    changed, Policy.EMPTY.withSuspects(new Policy.Suspects(1e9)), folder, collecting(remarks));
            assertThat(results.findings()).hasSize(1);
            assertThat(changed.isStale(Results.AUDIT)).isFalse();
        }
        assertThat(remarks).anyMatch(remark -> remark.contains("of other directions"));
    }

    private static Monitor collecting(List<String> remarks) {
        return new Monitor() {
            @Override
            public void onProgress(long done, long total) {}

            @Override
            public void remark(String text) {
                remarks.add(text);
            }
        };
    }

    @Test
    void aReportForBuildServersCountsTheRules() throws Exception {
        var pair = audit.ranking().get(0);
        String holds = reliance("" + pair.label().number(), "" + pair.concept().number(), 1e9);
        CheckResults results =
                check(holds.replace("}]}", "}, ") + reliance("0", "999", 1).replace("{\"reliance\": [", ""));
        Path file = folder.resolve("report.xml");
        JUnitXml.write(file, results);
        Element suite = DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(file.toFile())
                .getDocumentElement();
        assertThat(suite.getAttribute("tests")).isEqualTo("2");
        assertThat(suite.getAttribute("failures")).isEqualTo("0");
        assertThat(suite.getAttribute("errors")).isEqualTo("1");
        assertThat(suite.getElementsByTagName("error").getLength()).isEqualTo(1);
    }

    @Test
    void theSchemaNamesTheFieldsOfPolicies() {
        JsonNode schema = Json.readTree(Path.of("..", "docs", "policy.schema.json"));
        assertThat(names(schema)).containsExactlyInAnyOrder("$schema", "suspects", "reliance", "masks", "lost");
        assertThat(names(schema.at("/properties/suspects"))).containsExactlyElementsOf(fields(Policy.Suspects.class));
        assertThat(names(schema.at("/properties/reliance/items"))).containsExactly("class", "concept", "maximum");
        assertThat(names(schema.at("/properties/masks/items"))).containsExactlyElementsOf(fields(Policy.Masks.class));
        assertThat(names(schema.at("/properties/lost"))).containsExactlyElementsOf(fields(Policy.Lost.class));
    }

    private static List<String> names(JsonNode object) {
        return new ArrayList<>(object.get("properties").propertyNames());
    }

    private static List<String> fields(Class<? extends Record> type) {
        return Arrays.stream(type.getRecordComponents())
                .map(RecordComponent::getName)
                .toList();
    }
}
