package org.eddp.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.eddp.cli.RunCommands.eddp;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import org.eddp.files.json.Json;
import org.eddp.testkit.TinyRun;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.w3c.dom.Element;
import tools.jackson.databind.JsonNode;

/** The gate for releases, as a build calls it: exit codes, text, JUnit report and JSON. */
class CheckCommandTest {
    private static final String HOLDS = "{\"suspects\": {\"maximumScore\": 1e9}}";

    @TempDir
    private static Path folder;

    private static Path run;
    /** A class that pictures are taken for, and a concept that can be removed. */
    private static String label;

    private static String concept;

    @BeforeAll
    static void learn() throws IOException {
        run = RunCommands.make(folder, "net", false);
        RunCommands.Outcome few = check(HOLDS);
        assertThat(few.code()).as(few.err()).isEqualTo(2);
        assertThat(few.out()).contains("UNCHECKED  no suspect", "Nothing could be judged");
        TinyRun.edit(run.resolve("audit.json"), text -> text.replaceFirst("(\"closely\"\\s*:\\s*)0", "$16"));
        assertThat(check(HOLDS).code()).isZero();
        JsonNode pair = Json.readTree(run.resolve("audit.json")).at("/ranking/0");
        label = pair.at("/label/number").asString();
        concept = pair.at("/concept/number").asString();
    }

    private static String reliance(String label, String concept, double maximum) {
        return "{\"class\": \"" + label + "\", \"concept\": \"" + concept + "\", \"maximum\": " + maximum + "}";
    }

    private static RunCommands.Outcome check(String policy, String... more) throws IOException {
        return checkFile(Files.writeString(folder.resolve("policy.json"), policy), run, more);
    }

    private static RunCommands.Outcome checkFile(Path policy, Path checked, String... more) {
        List<String> args =
                new ArrayList<>(List.of("check", "--run", checked.toString(), "--policy", policy.toString()));
        args.addAll(List.of(more));
        return eddp(args.toArray(String[]::new));
    }

    @Test
    void aPolicyThatHoldsExitsWith0() throws IOException {
        RunCommands.Outcome outcome = check(HOLDS);
        assertThat(outcome.code()).as(outcome.err()).isZero();
        assertThat(outcome.out().lines().toList()).hasSize(2).last().isEqualTo("The policy holds: 1 rule checked.");
        assertThat(outcome.out()).startsWith("ok         no suspect with a score above 1.0E9 (the audit has ");
    }

    @Test
    void aViolatedPolicyExitsWith1() throws IOException {
        RunCommands.Outcome outcome = check(
                "{\"suspects\": {\"maximumScore\": 1e9}, \"reliance\": [" + reliance(label, concept, -1e6) + "]}");
        assertThat(outcome.code()).as(outcome.err()).isEqualTo(1);
        assertThat(outcome.out())
                .contains("VIOLATED   class " + label + " rests on concept " + concept
                        + " by at most -1000000 (measured:")
                .endsWith(String.format("1 of 2 rules violated.%n"));
    }

    @Test
    void unknownNamesExitWith2EvenIfAnotherRuleIsViolated() throws IOException {
        RunCommands.Outcome outcome = check("{\"reliance\": ["
                + String.join(
                        ", ", reliance(label, "999", 1), reliance("zebra", concept, 1), reliance(label, concept, -1e6))
                + "]}");
        assertThat(outcome.code()).isEqualTo(2);
        assertThat(outcome.err()).doesNotContain("\tat ");
        assertThat(outcome.out())
                .contains("concept 999 does not exist")
                .containsPattern("UNCHECKED  class zebra .*class zebra")
                .endsWith(String.format("2 of 3 rules could not be checked, 1 violated.%n"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{\"suspects\": {\"maximumScore\": 0}  | it ends too early",
                "{\"suspect\": {\"maximumScore\": 0}}  | suspect",
                "{\"suspects\": {\"maximumScore\": -1}} | must be at least 0",
                "{\"reliance\": [{\"class\": 1, \"concept\": \"1\", \"maximum\": 1}]} | reliance[0].class",
                "{\"lost\": null} | has no rule"
            })
    void aPolicyThatCannotBeReadIsToldInOneLine(String policy, String message) throws IOException {
        RunCommands.Outcome outcome = check(policy);
        assertThat(outcome.code()).isEqualTo(2);
        assertThat(outcome.out()).isEmpty();
        assertThat(problem(outcome)).contains("policy.json").contains(message);
    }

    /** The one line that says what is wrong; a hint at the help may follow. */
    private static String problem(RunCommands.Outcome outcome) {
        List<String> lines = outcome.err()
                .lines()
                .filter(line -> !line.equals("Try 'eddp check --help'."))
                .toList();
        assertThat(lines).singleElement().asString().startsWith("eddp: ");
        return lines.get(0);
    }

    /** 1 would mean that the network violates the policy. */
    @Test
    void missingFilesAndReportsThatCannotBeWrittenExitWith2() throws IOException {
        RunCommands.Outcome noPolicy = checkFile(folder.resolve("absent.json"), run);
        assertThat(noPolicy.code()).isEqualTo(2);
        assertThat(problem(noPolicy)).contains("absent.json");
        Path policy = Files.writeString(folder.resolve("policy.json"), HOLDS);
        RunCommands.Outcome noRun = checkFile(policy, folder.resolve("absent"));
        assertThat(noRun.code()).isEqualTo(2);
        assertThat(problem(noRun)).contains("absent");
        Path below = folder.resolve("names.txt").resolve("report.xml");
        RunCommands.Outcome noReport = check(HOLDS, "--junit", below.toString());
        assertThat(noReport.code()).isEqualTo(2);
        assertThat(noReport.err()).contains("report.xml").doesNotContain("\tat ");
    }

    @Test
    void reportsAreWrittenAsXmlAndAsJson() throws Exception {
        Path xml = folder.resolve("reports/eddp.xml");
        Path json = folder.resolve("check.json");
        RunCommands.Outcome outcome = check(
                "{\"suspects\": {\"maximumScore\": 1e9}, \"reliance\": ["
                        + String.join(", ", reliance(label, concept, -1e6), reliance("<'&>", concept, 1)) + "]}",
                "--junit",
                xml.toString(),
                "--json",
                json.toString());
        assertThat(outcome.code()).isEqualTo(2);
        Element suite = DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(xml.toFile())
                .getDocumentElement();
        assertThat(suite.getTagName()).isEqualTo("testsuite");
        assertThat(List.of(suite.getAttribute("tests"), suite.getAttribute("failures"), suite.getAttribute("errors")))
                .containsExactly("3", "1", "1");
        assertThat(suite.getElementsByTagName("testcase").getLength()).isEqualTo(3);
        assertThat(((Element) suite.getElementsByTagName("failure").item(0)).getAttribute("message"))
                .startsWith("measured: ");
        JsonNode results = Json.readTree(json);
        assertThat(results.at("/run").asString()).isEqualTo("net-run");
        assertThat(results.at("/command").asString())
                .contains("eddp check")
                .doesNotContain("--junit")
                .doesNotContain("--json");
        assertThat(results.at("/findings")
                        .valueStream()
                        .map(finding -> finding.at("/status").asString()))
                .containsExactly("HELD", "VIOLATED", "UNCHECKED");
    }
}
