package org.eddp.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.eddp.cli.RunCommands.eddp;
import static org.eddp.cli.RunCommands.ok;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.eddp.audit.FirstFindings;
import org.eddp.files.Digests;
import org.eddp.files.json.Json;
import org.eddp.report.page.Html;
import org.eddp.run.Results;
import org.eddp.run.Run;
import org.eddp.study.AuditDecisions;
import org.eddp.testkit.TinyRun;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** From a network and pictures to a page, in one command. */
@Tag("slow")
class LookCommandTest {
    @TempDir
    private static Path folder;

    @BeforeAll
    static void make() throws IOException {
        RunCommands.make(folder, "net", false);
    }

    private static RunCommands.Outcome look(String out, String... more) {
        List<String> arguments = new ArrayList<>(List.of(
                "look",
                folder.resolve("net.onnx").toString(),
                folder.resolve("pictures").toString(),
                "--epochs",
                "20,20,20",
                "--class-names",
                folder.resolve("names.txt").toString(),
                "--out",
                folder.resolve(out).toString()));
        arguments.addAll(List.of(more));
        return eddp(arguments.toArray(String[]::new));
    }

    @Test
    void choosesSaysWhyAndEndsWithPictures() throws IOException {
        RunCommands.Outcome first = look("look");
        ok(first);
        assertThat(first.err()).contains("preprocessing: nothing says", "layer: ", "I = ");
        Path index = folder.resolve("look/index.html");
        assertThat(first.out()).contains("Page: " + index);
        String page = Files.readString(index);
        int pictures = page.indexOf("data:image");
        assertThat(pictures).isPositive().isLessThan(page.indexOf("id=\"health\""));
        assertThat(page).contains("of the patches", "./eddp explain --run");
        String studio = "./eddp studio " + folder.resolve("look");
        assertThat(first.out()).as("how to go on").contains(studio + System.lineSeparator());
        theFindingsAreTheLastLines(first.out(), page);
        assertThat(page).contains("<code>" + studio + "</code>");
        for (String line : first.err().lines().toList()) {
            if (line.startsWith("preprocessing: ") || line.startsWith("layer: ") || line.startsWith("I = ")) {
                String reason = line.replaceFirst("^(preprocessing|layer): ", "");
                assertThat(page).as("why stands on the page too").contains(Html.escape(reason));
            }
        }
        assertThat(page.substring(page.indexOf("id=\"choices\"")))
                .contains(">Layer<", ">Preprocessing<", ">Number of concepts<", ">Test for chance<");

        Path run = folder.resolve("look");
        String directions = Digests.of(run.resolve("directions.safetensors"));
        RunCommands.Outcome again = look("look");
        ok(again);
        assertThat(again.err()).contains("as before").doesNotContain("nothing says");
        assertThat(Digests.of(run.resolve("directions.safetensors"))).isEqualTo(directions);
        assertThat(Files.readString(index)).isEqualTo(page);
        ok(eddp("health", "--run", run.toString()));
        ok(eddp("report", "--run", run.toString()));
        RunCommands.Outcome classes = eddp("class", "--run", run.toString());
        assertThat(classes.out()).as("names were given once").containsPattern("ash|beech|cedar");
    }

    /** The audit that the run then has, in at most three lines. */
    private static void theFindingsAreTheLastLines(String out, String page) {
        try (Run run = Run.open(folder.resolve("look"))) {
            List<String> findings = FirstFindings.of(run.read(Results.AUDIT).orElseThrow(), AuditDecisions.of(run));
            assertThat(findings).hasSizeBetween(1, 3);
            String last = String.join(System.lineSeparator() + "  ", findings);
            assertThat(out.strip()).endsWith("Look at this first:" + System.lineSeparator() + "  " + last);
        }
        assertThat(page).contains("id=\"audit\"");
    }

    @Test
    void everyChoiceCanBeMade() throws IOException {
        RunCommands.Outcome outcome =
                look("own", "--layer", "maps", "--preprocess", "plain", "--concepts", "3", "--no-test");
        ok(outcome);
        assertThat(outcome.err()).doesNotContain("nothing says", "I = ");
        assertThat(Json.readTree(folder.resolve("own/influence.json"))
                        .at("/effects")
                        .isNull())
                .as("not tested")
                .isTrue();
        String page = Files.readString(folder.resolve("own/index.html"));
        assertThat(page.substring(page.indexOf("id=\"choices\""), page.indexOf("id=\"words\""))
                        .split("as asked for", -1))
                .as("layer, preprocessing, number, test")
                .hasSize(5);
        Path features = folder.resolve("own/features/features.json");
        assertThat(Json.readTree(features).at("/provenance/layer").stringValue())
                .isEqualTo("maps");
        assertThat(Json.readTree(folder.resolve("own/run.json"))
                        .at("/options/concepts")
                        .intValue())
                .isEqualTo(3);
    }

    /** The commands of the page do what was done. */
    @Test
    void thePageTellsTheSameStepByStep() throws IOException {
        ok(look("steps", "--concepts", "3"));
        String page = Files.readString(folder.resolve("steps/index.html"));
        assertThat(page)
                .as("learning with the options of the look")
                .containsPattern("eddp learn --features \\S+ --concepts 3 --epochs 20,20,20 --out");
        String command = Pattern.compile("<code>\\./eddp (features .*?)</code>")
                .matcher(page)
                .results()
                .findFirst()
                .orElseThrow()
                .group(1);
        List<String> words = new ArrayList<>(List.of(command.split(" ", -1)));
        words.set(words.indexOf("--out") + 1, folder.resolve("steps-features").toString());
        ok(eddp(words.toArray(String[]::new)));
        assertThat(Digests.of(folder.resolve("steps-features/features.json")))
                .isEqualTo(Digests.of(folder.resolve("steps/features/features.json")));
    }

    @Test
    void wrongNamesOfClassesAreRefusedBeforeTheWork() throws IOException {
        Path two = Files.writeString(folder.resolve("two.txt"), "a\nb\n");
        RunCommands.Outcome few = misnamed(two);
        assertThat(few.code()).isNotZero();
        assertThat(few.err()).contains("2 class names", "3 classes").doesNotContain("layer: ");
        Path missing = folder.resolve("missing.txt");
        RunCommands.Outcome none = misnamed(missing);
        assertThat(none.code()).isEqualTo(1);
        assertThat(none.err()).contains("cannot read " + missing).doesNotContain("layer: ");
        assertThat(folder.resolve("misnamed/features")).doesNotExist();
    }

    private static RunCommands.Outcome misnamed(Path names) {
        return eddp(
                "look",
                folder.resolve("net.onnx").toString(),
                folder.resolve("pictures").toString(),
                "--class-names",
                names.toString(),
                "--out",
                folder.resolve("misnamed").toString());
    }

    @Test
    void networkAndImagesInEachOthersPlaceAreRecognised() {
        String network = folder.resolve("net.onnx").toString();
        String pictures = folder.resolve("pictures").toString();
        RunCommands.Outcome swapped = eddp("look", pictures, network);
        assertThat(swapped.code()).isEqualTo(2);
        assertThat(swapped.err()).contains("./eddp look " + network + " " + pictures);
        assertThat(eddp("features", "--network", pictures, "--layer", "maps", "--images", network, "--out", "x")
                        .err())
                .contains("./eddp features --network " + network + " --images " + pictures);
        assertThat(eddp("studio", "--network", pictures, "--images", network, "--no-browser")
                        .err())
                .contains("./eddp studio --network " + network + " --images " + pictures);
    }

    @Test
    void unreadablePicturesAreCountedAndAddedOnesAreTaken() throws IOException {
        Path some = folder.resolve("some");
        for (int i = 0; i < 12; i++) {
            TinyRun.picture(some.resolve(i + ".png"), i);
        }
        Files.writeString(some.resolve("broken.png"), "no picture");
        Files.writeString(some.resolve("torn.png"), "no picture either");
        String[] command = {
            "look",
            folder.resolve("net.onnx").toString(),
            some.toString(),
            "--preprocess",
            "plain",
            "--concepts",
            "3",
            "--epochs",
            "5,5,5",
            "--out",
            folder.resolve("added").toString()
        };
        RunCommands.Outcome first = eddp(command);
        ok(first);
        assertThat(first.err()).contains("2 of 14 pictures could not be read", "broken.png", "torn.png");
        TinyRun.picture(some.resolve("new.png"), 99);
        RunCommands.Outcome refused = eddp(command);
        assertThat(refused.code()).isEqualTo(1);
        assertThat(refused.err()).contains("the list of images has changed", "with --overwrite");
        String before = Digests.of(folder.resolve("added/directions.safetensors"));
        List<String> again = new ArrayList<>(List.of(command));
        again.add("--overwrite");
        RunCommands.Outcome second = eddp(again.toArray(String[]::new));
        ok(second);
        assertThat(second.err()).contains("2 of 15 pictures could not be read");
        assertThat(Digests.of(folder.resolve("added/directions.safetensors"))).isNotEqualTo(before);
        ok(eddp(command));
    }

    @Test
    void whatIsWrongIsSaidOnce() {
        RunCommands.Outcome outcome = look("wrong", "--layer", "mapz");
        assertThat(outcome.code()).isEqualTo(1);
        assertThat(outcome.err()).contains("mapz", "maps").doesNotContain("\tat ");
    }
}
