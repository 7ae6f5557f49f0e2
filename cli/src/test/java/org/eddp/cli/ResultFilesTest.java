package org.eddp.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.eddp.cli.RunCommands.eddp;
import static org.eddp.cli.RunCommands.ok;

import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.stream.Stream;
import javax.imageio.ImageIO;
import org.eddp.files.json.Circumstances;
import org.eddp.files.json.Json;
import org.eddp.labels.Concept;
import org.eddp.labels.Dissection;
import org.eddp.labels.Labels;
import org.eddp.run.Results;
import org.eddp.run.Run;
import org.eddp.testkit.TinyRun;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What commands leave behind: one file per result, none lost to another, whatever pictures are called and how large they are. */
class ResultFilesTest {
    @TempDir
    private static Path folder;

    private static Path run;

    @BeforeAll
    static void learn() throws IOException {
        run = RunCommands.make(folder, "linear", false);
    }

    private static RunCommands.Outcome on(Path of, String command, Object... more) {
        List<String> args = new ArrayList<>(List.of(command, "--run", of.toString()));
        for (Object argument : more) {
            args.add(argument.toString());
        }
        return eddp(args.toArray(String[]::new));
    }

    private static Path picture(int number) {
        return folder.resolve("pictures/" + List.of("ash", "beech", "cedar").get(number % 3) + "/" + number + ".png");
    }

    private static TreeSet<String> names(Path in, String ending) throws IOException {
        try (Stream<Path> files = Files.list(in)) {
            TreeSet<String> names = new TreeSet<>();
            files.map(f -> f.getFileName().toString())
                    .filter(f -> f.endsWith(ending) && !f.equals(Circumstances.NAME))
                    .forEach(names::add);
            return names;
        }
    }

    /** A picture of any size, of coloured noise. */
    private static Path noise(Path file, int width, int height) throws IOException {
        SplittableRandom random = new SplittableRandom(width * 1000L + height);
        BufferedImage image = new BufferedImage(width, height, BufferedImage.TYPE_INT_RGB);
        for (int p = 0; p < width * height; p++) {
            image.setRGB(p % width, p / width, random.nextInt(1 << 24));
        }
        Files.createDirectories(file.getParent());
        String name = file.getFileName().toString();
        assertThat(ImageIO.write(image, name.substring(name.lastIndexOf('.') + 1), file.toFile()))
                .isTrue();
        return file;
    }

    @Test
    void aConceptListedTwiceIsTakenOutOnce() throws IOException {
        Path labelled = TinyRun.copy(run, folder.resolve("labelled"));
        List<Labels.DetectorLabel> labels = new ArrayList<>();
        for (int i = 0; i < TinyRun.CONCEPTS; i++) {
            labels.add(new Labels.DetectorLabel(i, new Concept("colour", i, "colour " + i), 0.5, 0.4, true, Map.of()));
        }
        Json.write(
                labelled.resolve("labels.json"),
                new Labels("0", "tiny", Dissection.CountedImages.ANNOTATED_IMAGES, 0.04, 1, 1, labels));
        Path once = folder.resolve("once.onnx");
        ok(on(labelled, "correct", "--concept", "2,0", "--out", once));
        for (String list : List.of("2,0,2", "2,colour 0,Colour 2,0")) {
            Path again = folder.resolve("again.onnx");
            Path json = folder.resolve("again.json");
            RunCommands.Outcome outcome = on(labelled, "correct", "--concept", list, "--out", again, "--json", json);
            ok(outcome);
            assertThat(outcome.err()).contains("concept 2 is listed already and counts once");
            assertThat(Json.readTree(json).at("/concepts")).hasSize(2);
            assertThat(again).hasSameBinaryContentAs(once);
        }
        Path json = folder.resolve("classes.json");
        ok(on(run, "influence", "--no-test", "--class", "1,1", "--json", json));
        assertThat(Json.readTree(json).at("/classes")).hasSize(1);
    }

    @Test
    void editsThatDifferAreKeptApart() throws IOException {
        Path edits = folder.resolve("edits");
        Path namesake = folder.resolve("elsewhere/1.png");
        Files.createDirectories(namesake.getParent());
        Files.copy(picture(4), namesake);
        List<List<Object>> different = List.of(
                List.of("--image", picture(1), "--add", "1"),
                List.of("--image", namesake, "--add", "1"),
                List.of("--image", picture(1), "--add", "1", "--where", "0,0,3,3"),
                List.of("--image", picture(1), "--add", "1", "--amount", "q0.01"),
                List.of("--image", picture(1), "--add", "1", "--amount", "0.25"),
                List.of("--image", picture(1), "--add", "1", "--amount", "0.5"),
                List.of("--image", picture(1), "--add", "1", "--remove", "2"));
        for (List<Object> edit : different) {
            List<Object> arguments = new ArrayList<>(edit);
            arguments.addAll(List.of("--out", edits));
            ok(on(run, "edit", arguments.toArray()));
        }
        TreeSet<String> pages = names(edits, ".html");
        assertThat(pages).hasSize(different.size()).allMatch(name -> name.startsWith("1-add-1"));
        assertThat(names(edits, ".json")).hasSize(different.size());
        ok(on(run, "edit", "--out", edits, "--image", picture(1), "--where", "everywhere", "--add", "1"));
        assertThat(names(edits, ".html")).as("the same edit has the same name").isEqualTo(pages);
    }

    @Test
    void correctionsEvaluatedOnDifferentImagesAreKeptApart() throws IOException {
        Path own = TinyRun.copy(run, folder.resolve("corrected"));
        noise(folder.resolve("other/0/a.png"), 32, 32);
        List<List<Object>> different = List.of(
                List.of(),
                List.of("--evaluate", folder.resolve("other")),
                List.of("--evaluate", folder.resolve("other"), "--controls"));
        for (List<Object> evaluation : different) {
            List<Object> arguments = new ArrayList<>(List.of("--concept", "1", "--out", folder.resolve("c.onnx")));
            arguments.addAll(evaluation);
            ok(on(own, "correct", arguments.toArray()));
            ok(on(own, "correct", arguments.toArray()));
        }
        assertThat(names(own.resolve("corrections"), ".json"))
                .hasSize(different.size())
                .allMatch(name -> name.startsWith("without-1-"));
    }

    @Test
    void picturesWithAlikeNamesHavePagesOfTheirOwn() throws IOException {
        Path alike = folder.resolve("alike");
        String longName = "a very long name ".repeat(6);
        List<String> pictures = List.of(
                "a.png",
                "a.jpg",
                "a b.png",
                "a-b.png",
                longName + "1.png",
                longName + "2.png",
                "\u6f22\u5b57".repeat(20) + "1.png",
                "\u6f22\u5b57".repeat(20) + "2.png");
        for (String name : pictures) {
            noise(alike.resolve(name), 32, 32);
        }
        Path pages = folder.resolve("pages");
        ok(on(run, "explain", "--image", alike, "--class", "1", "--out", pages));
        TreeSet<String> made = names(pages, ".html");
        assertThat(made).hasSize(pictures.size() + 1).contains("index.html");
        assertThat(names(pages, ".json")).hasSize(pictures.size() + 1).contains("index.json");
        ok(on(run, "explain", "--image", alike, "--class", "1", "--out", pages));
        assertThat(names(pages, ".html")).isEqualTo(made);
    }

    /** The network takes 32 x 32 pixels; pictures are brought to that size, whatever theirs is. */
    @Test
    void picturesOfAnySizeAreTaken() throws IOException {
        Path sizes = folder.resolve("sizes");
        List<Path> pictures = List.of(
                noise(sizes.resolve("1/wide.png"), 150, 40),
                noise(sizes.resolve("1/tall.png"), 40, 150),
                noise(sizes.resolve("2/small.png"), 5, 7),
                noise(sizes.resolve("2/tiny.png"), 1, 1));
        for (Path picture : pictures) {
            ok(on(run, "edit", "--image", picture, "--add", "1"));
        }
        Path json = folder.resolve("sizes.json");
        ok(on(run, "explain", "--image", sizes, "--json", json));
        assertThat(Json.readTree(json)).hasSize(pictures.size());
        ok(on(
                run,
                "correct",
                "--concept",
                "1",
                "--out",
                folder.resolve("s.onnx"),
                "--evaluate",
                sizes,
                "--json",
                json));
        assertThat(Json.readTree(json).at("/evaluations/0/images").asInt()).isEqualTo(pictures.size());
    }

    @Test
    void picturesThatCannotBeReadCannotBeEvaluated() throws IOException {
        Path broken = folder.resolve("broken/0/none.png");
        Files.createDirectories(broken.getParent());
        Files.writeString(broken, "no picture");
        Path out = folder.resolve("unevaluated.onnx");
        RunCommands.Outcome outcome =
                on(run, "correct", "--concept", "0", "--out", out, "--evaluate", folder.resolve("broken"));
        assertThat(outcome.code()).isEqualTo(1);
        assertThat(outcome.err()).contains("none of its 1 images could be read");
    }

    /** Features of these images are kept, but only as long as the images are what they were. */
    @Test
    void influenceOnImagesThatChange() throws IOException {
        Path changing = Files.createDirectories(folder.resolve("changing"));
        for (int version : new int[] {1, 2}) {
            Files.copy(picture(version), changing.resolve("a.png"), StandardCopyOption.REPLACE_EXISTING);
            ok(on(run, "influence", "--no-test", "--images", changing));
        }
    }

    @Test
    void resultsGoWithTheDirectionsTheyAreOf() throws IOException {
        Path again = TinyRun.copy(run, folder.resolve("learned-again"));
        List<String> results = List.of("labels.json", "metrics.json", "linear-or.json", "influence.safetensors");
        for (List<String> command :
                List.of(List.of("learn", "--epochs", "1,1,1"), List.of("baseline", "--method", "pca"))) {
            for (String name : results) {
                Files.writeString(again.resolve(name), "{}");
            }
            List<String> arguments = new ArrayList<>(command);
            arguments.addAll(
                    List.of("--features", folder.resolve("linear-features").toString()));
            arguments.addAll(List.of("--concepts", "2", "--overwrite", "--out", again.toString()));
            ok(eddp(arguments.toArray(String[]::new)));
            try (Run learned = Run.open(again)) {
                assertThat(List.of(Results.LABELS, Results.METRICS, Results.LINEAR_OR, Results.SCORES))
                        .allMatch(learned::isStale)
                        .noneMatch(learned::has);
            }
        }
    }
}
