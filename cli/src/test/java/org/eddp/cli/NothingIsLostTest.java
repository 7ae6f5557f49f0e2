package org.eddp.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.eddp.cli.RunCommands.eddp;
import static org.eddp.cli.RunCommands.ok;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.eddp.files.Digests;
import org.eddp.testkit.TinyRun;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Commands keep what the user gave or made before: names of classes, tested influence, explanations, pages. */
@Tag("slow")
class NothingIsLostTest {
    @TempDir
    private static Path folder;

    private static Path made;

    @BeforeAll
    static void make() throws IOException {
        made = RunCommands.make(folder, "net", false);
    }

    private static Path copy(String name) throws IOException {
        return TinyRun.copy(made, folder.resolve(name));
    }

    private static RunCommands.Outcome on(Path run, String command, String... more) {
        List<String> arguments = new ArrayList<>(List.of(command, "--run", run.toString()));
        arguments.addAll(List.of(more));
        return eddp(arguments.toArray(String[]::new));
    }

    private static String picture() {
        return folder.resolve("pictures/ash/0.png").toString();
    }

    private static String names() {
        return folder.resolve("names.txt").toString();
    }

    private static List<Path> pages(Path run) throws IOException {
        try (Stream<Path> files = Files.list(run.resolve("explanations"))) {
            return files.filter(file -> file.toString().endsWith(".html")).toList();
        }
    }

    @Test
    void namesOfClassesAreGivenOnce() throws IOException {
        Path run = copy("named");
        assertThat(on(run, "explain", "--image", picture()).out()).doesNotContain("ash", "beech", "cedar");
        ok(on(run, "health", "--class-names", names()));
        assertThat(on(run, "explain", "--image", picture()).out()).containsPattern("ash|beech|cedar");
        assertThat(on(run, "class").out()).contains("0 ash");
        ok(on(run, "influence", "--no-test"));
        ok(on(run, "report"));
        assertThat(Files.readString(run.resolve("report.html"))).containsPattern("ash|beech|cedar");
        ok(on(run, "health", "--class-names", "none"));
        assertThat(on(run, "class").out()).doesNotContain("ash");
    }

    @Test
    void namesOfAnotherNumberOfClassesAreRefusedAtOnce() throws IOException {
        Path run = copy("misnamed");
        Path four = Files.writeString(folder.resolve("four.txt"), "a\nb\nc\nd\n");
        RunCommands.Outcome refused = on(run, "influence", "--class-names", four.toString());
        assertThat(refused.code()).isEqualTo(1);
        assertThat(refused.err()).contains("4 class names", four.toString(), "3 classes");
        assertThat(run.resolve("influence.json")).doesNotExist();
        RunCommands.Outcome imagenet = on(run, "explain", "--image", picture(), "--class-names", "imagenet");
        assertThat(imagenet.err()).contains("1000 class names in imagenet", "3 classes");
    }

    @Test
    void testedInfluenceIsNotReplacedByOneWithoutATest() throws IOException {
        Path run = copy("influenced");
        ok(on(run, "influence", "--noise", "5", "--effect-noise", "50"));
        String tested = Digests.of(run.resolve("influence.json"));
        String scores = Digests.of(run.resolve("influence.safetensors"));
        Path elsewhere = folder.resolve("elsewhere");
        ok(on(run, "influence", "--class", "1", "--no-test", "--out", elsewhere.toString()));
        assertThat(elsewhere.resolve("influence.json")).isNotEmptyFile();
        assertThat(elsewhere.resolve("influence.safetensors")).isNotEmptyFile();
        RunCommands.Outcome refused = on(run, "influence", "--class", "1", "--no-test");
        assertThat(refused.code()).isEqualTo(1);
        assertThat(refused.err()).contains("--out", "--overwrite");
        assertThat(Digests.of(run.resolve("influence.json"))).isEqualTo(tested);
        assertThat(Digests.of(run.resolve("influence.safetensors"))).isEqualTo(scores);
        ok(on(run, "influence", "--class", "1", "--no-test", "--overwrite"));
        assertThat(Digests.of(run.resolve("influence.json"))).isNotEqualTo(tested);
    }

    @Test
    void influenceThatIsWrittenElsewhereLeavesNothingInTheRun() throws IOException {
        Path run = copy("untouched");
        List<String> before = files(run);
        ok(on(run, "influence", "--no-test", "--out", folder.resolve("away").toString()));
        assertThat(files(run)).isEqualTo(before);
    }

    private static List<String> files(Path run) throws IOException {
        try (Stream<Path> files = Files.list(run)) {
            return files.filter(Files::isRegularFile)
                    .map(file -> file.getFileName() + " " + Digests.of(file))
                    .sorted()
                    .toList();
        }
    }

    @Test
    void explanationsWithOtherSettingsHavePagesOfTheirOwn() throws IOException {
        Path run = copy("explained");
        ok(on(run, "explain", "--image", picture()));
        ok(on(run, "explain", "--image", picture()));
        assertThat(pages(run)).hasSize(1);
        ok(on(run, "explain", "--image", picture(), "--undecided", "paper"));
        assertThat(pages(run)).hasSize(2);
        ok(on(run, "explain", "--image", picture(), "--maps", "1"));
        assertThat(pages(run)).hasSize(3);
    }

    @Test
    void explanationsByRemovalDoNotAdviseRemoval() throws IOException {
        RunCommands.Outcome outcome = on(copy("advised"), "explain", "--image", picture());
        ok(outcome);
        assertThat(outcome.out()).doesNotContain("--undecided", "by removal");
    }

    @Test
    void theReportDoesNotReplaceThePageOfAnExperiment() throws IOException {
        Path run = copy("experiment");
        Files.writeString(run.resolve("results.json"), "{}");
        Files.writeString(run.resolve("report.html"), "the experiment");
        RunCommands.Outcome outcome = on(run, "report");
        ok(outcome);
        assertThat(run.resolve("report.html")).hasContent("the experiment");
        assertThat(run.resolve("run-report.html")).isNotEmptyFile();
        assertThat(outcome.out()).contains("Report: " + run.resolve("run-report.html"));
        assertThat(outcome.err()).contains("page of the experiment");
    }
}
