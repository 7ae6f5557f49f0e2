package org.eddp.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.eddp.cli.RunCommands.eddp;
import static org.eddp.cli.RunCommands.ok;
import static org.eddp.testkit.TinyNetworks.SIZE;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.eddp.files.json.Json;
import org.eddp.images.decode.Picture;
import org.eddp.labels.AnnotatedDataset;
import org.eddp.labels.AnnotatedDatasetWriter;
import org.eddp.labels.Labels;
import org.eddp.network.onnx.file.Model;
import org.eddp.testkit.TinyNetworks;
import org.eddp.testkit.TinyRun;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/**
 * No page, table, figure or file calls a concept by the label of a detector that is not interpretable.
 *
 * <p>All pixels of red are annotated as such, of the other colours only a few, under names that begin with {@link #DOUBTFUL} and
 * occur nowhere else. Detectors of these colours are closest to these labels, and none of them is interpretable.
 */
@Tag("slow")
class TrustedNamesTest {
    /** With a hyphen, which pictures inside pages do not have. */
    private static final String DOUBTFUL = "zz-";

    private static final List<String> COLOURS = List.of("red", DOUBTFUL + "green", DOUBTFUL + "blue");
    /** One pixel in so many of a doubtful colour has its label. */
    private static final int RARE = 60;

    /** IoU above which detectors are interpretable; those of doubtful colours are not by the usual 0.04 either. */
    private static final String ENOUGH = "0.3";

    private static final Pattern SAID_AS_A_GUESS = Pattern.compile("closest label: " + DOUBTFUL + "\\w+");
    private static final Pattern CLAIM = Pattern.compile(".{0,60}" + DOUBTFUL + ".{0,60}");

    /**
     * Commands that know nothing of the labels of a run, and experiments, whose pages are made of those of a run or know none. The
     * studio prints an address; its pages show titles and guesses as {@code ConceptName} says them.
     */
    private static final Set<String> WITHOUT_NAMES = Set.of(
            "demo",
            "help",
            "network",
            "features",
            "sample",
            "learn",
            "import",
            "ablate",
            "synthetic",
            "reproduce",
            "world",
            "chess",
            "sticker",
            "verify",
            "doctor",
            "look",
            "networks",
            "studio",
            "completion",
            "man",
            "bench");

    @TempDir
    private static Path folder;

    private static final Map<String, String> SAID = new LinkedHashMap<>();

    @BeforeAll
    static void askEverything() throws IOException {
        annotate();
        for (int i = 0; i < 6; i++) {
            Path picture = folder.resolve("classes/" + (i % 2 == 0 ? "ash" : "beech") + "/" + i + ".png");
            Files.createDirectories(picture.getParent());
            Files.copy(folder.resolve("set/images/p" + i + ".png"), picture);
        }
        Files.writeString(folder.resolve("names.txt"), "ash\nbeech\ncedar\n");
        Model.write(folder.resolve("net.onnx"), TinyNetworks.network(false));
        ok(RunCommands.features(
                folder.resolve("net.onnx"), folder.resolve("set"), folder.resolve("f"), "--resize", "0"));
        ok(eddp("learn", "--features", at("f"), "--concepts", "3", "--epochs", "60,60,20", "--out", at("run")));
        say("baseline --method natural --features @f --out @natural");
        for (String run : List.of("run", "natural")) {
            say("label --run @" + run + " --dataset @set --threshold " + ENOUGH + " --json @label-" + run + ".json");
            say("evaluate --run @" + run + " --dataset @set --linear-or --supervised-thresholds --threshold " + ENOUGH
                    + " --json @evaluate-" + run + ".json");
        }
        say("compare @run @natural --html @compare.html --csv @compare.csv --latex @compare.tex --json @compare.json");
        String picture = " --class-names @names.txt --image @set/images/p1.png";
        say("influence --run @run --class-names @names.txt --no-test"); // a test may leave no concept to speak of
        say("influence --run @run --class-names @names.txt --noise 5 --dataset @set --json @influence.json");
        say("explain --run @run" + picture + " --json @explain.json");
        say("explain --run @run --class-names @names.txt --image @set/images --out @explained");
        String doubtful = Integer.toString(doubtful(labels()).get(0).detector());
        List<String> found = labels().detectors().stream()
                .filter(d -> d.concept() != null)
                .map(d -> Integer.toString(d.detector()))
                .toList();
        say("edit --run @run" + picture + " --remove " + String.join(" --remove ", found) + " --json @edit.json");
        say("edit --run @run" + picture + " --add " + found.get(0) + " --where " + doubtful);
        say("edit --run @run" + picture + " --search");
        say("correct --run @run --concept " + String.join(",", found) + " --out @fixed.onnx --json @correct.json");
        say("correct --run @run --merge --concept " + String.join(",", found.subList(0, 2))
                + " --out @merged.onnx --json @merged.json"
                + " --evaluate @classes --class-names @names.txt --controls");
        say("dream --run @run --concepts all --images 1 --iterations 3 --json @dream.json");
        say("baselines --features @f --concepts 3 --methods natural,pca --out @baselines");
        say("baselines --features @f --concepts 3 --methods natural,pca,ibd --dataset @set --out @judged");
        say("name --run @run --export-crops @crops");
        Files.writeString(folder.resolve("given.csv"), "concept,name\n0,leafy\n");
        say("name --run @natural --import @given.csv");
        say("health --run @run --json @health.json");
        say("audit --run @run --class-names @names.txt --json @audit.json");
        TinyRun.edit( // as if there were enough pictures
                folder.resolve("run/audit.json"), text -> text.replaceFirst("(\"closely\"\\s*:\\s*)\\d+", "$199"));
        Files.writeString(folder.resolve("policy.json"), "{\"suspects\": {\"maximumScore\": 1e9}}");
        say("check --run @run --policy @policy.json --json @check.json");
        say("diff @run @natural --json @diff.json");
        say("concept --run @run --concept " + doubtful + " --json @concept.json");
        say("class --run @run --class 1 --class-names @names.txt --json @class.json");
        say("report --run @run --class-names @names.txt");
        say("export --run @run --class-names @names.txt --out @exported.onnx");
    }

    private static String at(String name) {
        return folder.resolve(name).toString();
    }

    /** Runs a command and keeps what it prints. */
    private static void say(String command) {
        String[] arguments = command.split(" ", -1);
        for (int i = 0; i < arguments.length; i++) {
            arguments[i] = arguments[i].startsWith("@") ? at(arguments[i].substring(1)) : arguments[i];
        }
        RunCommands.Outcome outcome = eddp(arguments);
        boolean searched = command.endsWith("--search"); // may find nothing
        assertThat(searched || outcome.code() == 0)
                .as(command + ": " + outcome.err())
                .isTrue();
        SAID.put(command, outcome.out() + outcome.err());
    }

    private static void annotate() {
        List<AnnotatedDataset.Label> labels = new ArrayList<>();
        COLOURS.forEach(name -> labels.add(AnnotatedDataset.Label.of(labels.size() + 1, name, "color")));
        AnnotatedDatasetWriter writer = new AnnotatedDatasetWriter(folder.resolve("set"), List.of("color"), labels);
        SplittableRandom random = new SplittableRandom(12);
        for (int i = 0; i < 36; i++) {
            writer.add(picture(i, random));
        }
        writer.finish();
    }

    /** The left half in one colour, the right half in another. */
    private static AnnotatedDatasetWriter.LabelledPicture picture(int index, SplittableRandom random) {
        byte[] rgb = new byte[SIZE * SIZE * Picture.CHANNELS];
        int[] map = new int[SIZE * SIZE];
        for (int p = 0; p < map.length; p++) {
            int colour = (p % SIZE < SIZE / 2 ? index : index + 1 + index / 3 % 2) % 3;
            rgb[p * Picture.CHANNELS + colour] = (byte) (200 + index);
            map[p] = colour == 0 || random.nextInt(RARE) == 0 ? colour + 1 : 0;
        }
        return new AnnotatedDatasetWriter.LabelledPicture(
                "p" + index + ".png",
                index % 3 == 0 ? "val" : "train",
                new Picture(SIZE, SIZE, rgb),
                SIZE,
                SIZE,
                Map.of("color", List.of(map)),
                Map.of());
    }

    private static Labels labels() {
        return Json.read(folder.resolve("run/labels.json"), Labels.class);
    }

    private static List<Labels.DetectorLabel> doubtful(Labels labels) {
        return labels.detectors().stream()
                .filter(d -> !d.interpretable()
                        && d.concept() != null
                        && d.concept().name().startsWith(DOUBTFUL))
                .toList();
    }

    /** Where a text has a doubtful label other than as a guess that is said as such. */
    private static List<String> claims(String text) {
        return CLAIM.matcher(SAID_AS_A_GUESS.matcher(text).replaceAll(""))
                .results()
                .map(MatchResult::group)
                .toList();
    }

    private static List<Path> written(String... endings) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(f -> !f.startsWith(folder.resolve("set")))
                    .filter(f -> Stream.of(endings).anyMatch(f.toString()::endsWith))
                    .sorted()
                    .toList();
        }
    }

    @Test
    void someDetectorsAreInterpretableAndSomeAreNot() {
        assertThat(labels().interpretable()).isPositive();
        assertThat(doubtful(labels())).isNotEmpty();
        assertThat(labels().concepts()).as("names").allMatch(c -> c.name().equals("red"));
    }

    @Test
    void everyCommandIsAskedOrHasNothingToSayOfDetectors() {
        Set<String> known = new TreeSet<>(WITHOUT_NAMES);
        SAID.keySet().forEach(command -> known.add(command.substring(0, command.indexOf(' '))));
        assertThat(known)
                .isEqualTo(new TreeSet<>(Main.commandLine().getSubcommands().keySet()));
    }

    @Test
    void commandsPrintNoNameThatIsNone() {
        SAID.forEach((command, text) -> assertThat(claims(text)).as(command).isEmpty());
        assertThat(String.join("", SAID.values()))
                .contains("closest label: " + DOUBTFUL)
                .containsPattern("\\d red\\b");
    }

    @Test
    void everyCommandAboutConceptsSaysTheClosestLabel() {
        for (String name : List.of("label", "influence", "explain", "edit", "correct", "dream")) {
            assertThat(SAID.entrySet().stream()
                            .filter(e -> e.getKey().startsWith(name))
                            .map(Map.Entry::getValue))
                    .as(name)
                    .anyMatch(text -> SAID_AS_A_GUESS.matcher(text).find());
        }
    }

    @Test
    void pagesAndFiguresShowNoNameThatIsNone() throws IOException {
        List<Path> pages = written(".html", ".svg", ".csv", ".tex", ".txt");
        assertThat(pages).hasSizeGreaterThan(40);
        assertThat(written("")).as("names of files").noneMatch(f -> f.toString().contains(DOUBTFUL));
        for (Path page : pages) {
            assertThat(claims(Files.readString(page))).as(page.toString()).isEmpty();
        }
        for (String page :
                List.of("run/report.html", "compare.html", "explained/index.html", "run/dreams/dreams.html")) {
            assertThat(SAID_AS_A_GUESS
                            .matcher(Files.readString(folder.resolve(page)))
                            .find())
                    .as(page)
                    .isTrue();
        }
    }

    @Test
    void filesHaveTheGuessInAFieldOfItsOwn() throws IOException {
        List<Path> files = written(".json").stream()
                .filter(f -> !f.startsWith(folder.resolve("f")))
                .toList();
        int guesses = 0;
        for (Path file : files) {
            List<String> found = new ArrayList<>();
            collect(Json.readTree(file), "", found);
            for (JsonNode concept : Json.readTree(file).findParents("closestLabel")) {
                assertThat(concept.has("name")).as(file + ": " + concept).isTrue();
                boolean guess = concept.at("/closestLabel").asString("").startsWith(DOUBTFUL);
                assertThat(guess && !concept.at("/name").isNull())
                        .as(file + ": " + concept)
                        .isFalse();
            }
            for (String field : found) {
                // the label of a dataset is called by its name, whichever detector is closest to it or was trained for
                // it
                boolean trained = file.endsWith(Path.of("ibd", "run.json")) && field.equals("/concepts/name");
                assertThat(trained || field.matches(".*/(closestLabel|concept/name)"))
                        .as(file + ": " + field)
                        .isTrue();
                guesses += field.endsWith("/closestLabel") ? 1 : 0;
            }
        }
        assertThat(guesses).isPositive();
        assertThat(Json.readTree(folder.resolve("correct.json")).at("/concepts"))
                .filteredOn(c -> c.at("/closestLabel").asString().startsWith(DOUBTFUL))
                .isNotEmpty()
                .allMatch(c -> c.at("/name").isNull())
                .allMatch(c -> c.at("/iou").asDouble() < Double.parseDouble(ENOUGH));
    }

    /** Fields that hold a doubtful label. */
    private static void collect(JsonNode node, String path, List<String> found) {
        if (node.isString() && !claims(node.asString()).isEmpty()) {
            found.add(path);
        }
        node.properties().forEach(e -> collect(e.getValue(), path + "/" + e.getKey(), found));
        if (node.isArray()) {
            node.forEach(element -> collect(element, path, found));
        }
    }

    @Test
    void aGuessCannotBeChosenByName() {
        Labels.DetectorLabel one = doubtful(labels()).get(0);
        String label = one.concept().name();
        for (List<String> choice : List.of(
                List.of("dream", "--concepts", label),
                List.of("correct", "--out", at("no.onnx"), "--concept", label),
                List.of("edit", "--image", at("set/images/p1.png"), "--remove", label),
                List.of("edit", "--image", at("set/images/p1.png"), "--add", "0", "--where", label))) {
            List<String> arguments = new ArrayList<>(choice);
            arguments.addAll(1, List.of("--run", at("run")));
            RunCommands.Outcome refused = eddp(arguments.toArray(String[]::new));
            assertThat(refused.code()).as(refused.err()).isEqualTo(2);
            assertThat(refused.err())
                    .contains(label + " is the name of no concept", "only the closest label of", "give its number")
                    .contains(one.detector() + " (IoU 0.");
        }
    }
}
