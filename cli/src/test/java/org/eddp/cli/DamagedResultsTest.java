package org.eddp.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.eddp.cli.RunCommands.eddp;
import static org.eddp.cli.RunCommands.ok;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.eddp.audit.AuditNotes;
import org.eddp.features.FeatureSet;
import org.eddp.files.Digests;
import org.eddp.files.FileFailure;
import org.eddp.files.json.Circumstances;
import org.eddp.files.json.Json;
import org.eddp.monitor.Monitor;
import org.eddp.run.Result;
import org.eddp.run.Results;
import org.eddp.run.Run;
import org.eddp.run.StoredAtlas;
import org.eddp.words.ConceptNotes;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Damages every field of every JSON file that commands write, in every way. Either the reader refuses the file with one message
 * that names the file, or all later commands accept the damaged value.
 */
@Tag("slow")
class DamagedResultsTest {
    /** Elements of a list are alike; one of them stands for all. */
    private static final int ELEMENTS = 1;

    /** Of what readers take of a file, so many are used by commands, drawn at random; a page takes longer than a reader. */
    private static final int USED = Integer.getInteger("eddp.damages", 2);

    private static final Path GOLDEN = Path.of("..", "core", "src", "test", "resources", "golden", "losses.json");

    @TempDir
    private static Path folder;

    private static Path run;

    private final List<String> leaks = new ArrayList<>();

    private record Subject(Path file, Runnable reader) {}

    @BeforeAll
    static void makeEverything() throws IOException {
        Halves.make(folder);
        run = folder.resolve("run");
        Path halves = folder.resolve("halves");
        Path features = folder.resolve("f");
        Path two = Files.createDirectory(folder.resolve("two"));
        Files.copy(halves.resolve("images/p1.png"), two.resolve("p1.png"));
        Files.copy(halves.resolve("images/p2.png"), two.resolve("p2.png"));
        Path words = Files.writeString(folder.resolve("words.txt"), "red\ngreen\nblue\n");
        Path names = Files.writeString(folder.resolve("names.csv"), "concept,name\n1,my own\n");
        command("learn --features", features, "--concepts 3 --epochs 20,20,10 --out", run);
        command("label --run", run, "--dataset", halves);
        command(
                "name --run",
                run,
                "--image-encoder",
                folder.resolve("net.onnx"),
                "--encoder-layer maps --preprocess plain" + " --shuffles 49 --words",
                words,
                "--word-embeddings",
                features.resolve("readout.safetensors"));
        command("name --run", run, "--import", names);
        command("evaluate --run", run, "--linear-or --dataset", halves);
        command("influence --run", run, "--noise 5 --dataset", halves);
        command("explain --run", run, "--image", two, "--maps 1");
        command("edit --run", run, "--search --image", two.resolve("p1.png"));
        command("edit --run", run, "--add 1 --image", two.resolve("p1.png"));
        command("correct --run", run, "--concept 1 --out", folder.resolve("fixed.onnx"));
        command("dream --run", run, "--concepts 0 --images 1 --iterations 2 --literal 1");
        command("baseline --method pca --features", features, "--concepts 3 --out", folder.resolve("baseline"));
        command(
                "import --format safetensors --features",
                features,
                "--out",
                folder.resolve("imported"),
                run.resolve("directions.safetensors"));
        try (Run opened = Run.open(run)) {
            StoredAtlas.of(opened, true, Monitor.NONE);
            ConceptNotes.Note note = new ConceptNotes.Note(1, true, List.of("odd"), "seen twice");
            String command = opened.options().command();
            opened.write(
                    Results.NOTEBOOK,
                    ConceptNotes.empty(command, opened.digest()).with(note),
                    command);
            opened.write(
                    Results.AUDIT_NOTES,
                    AuditNotes.empty(command, opened.digest())
                            .with(new AuditNotes.Note(List.of(1), 0, AuditNotes.Verdict.DISMISSED, "a part")),
                    command);
        }
    }

    private static void command(Object... parts) {
        ok(attempt(parts));
    }

    /** Words of options in one argument, paths in one each. */
    private static RunCommands.Outcome attempt(Object... parts) {
        List<String> arguments = new ArrayList<>();
        for (Object part : parts) {
            Collections.addAll(
                    arguments, part instanceof Path ? new String[] {part.toString()} : ((String) part).split(" "));
        }
        return eddp(arguments.toArray(String[]::new));
    }

    private static List<Subject> subjects() {
        List<Subject> all = new ArrayList<>();
        for (Path learned : List.of(run, folder.resolve("baseline"), folder.resolve("imported"))) {
            all.add(new Subject(
                    learned.resolve("run.json"),
                    () -> reading(learned, r -> {
                        r.file();
                        r.provenance();
                    })));
        }
        for (Result<?> result : List.of(
                Results.LABELS,
                Results.WORDS,
                Results.GIVEN_NAMES,
                Results.METRICS,
                Results.LINEAR_OR,
                Results.INFLUENCE,
                Results.EXPLANATION_INDEX,
                Results.DREAMS,
                Results.HEALTH,
                Results.ATLAS,
                Results.NOTEBOOK,
                Results.AUDIT_NOTES)) {
            all.add(new Subject(run.resolve(result.name()), () -> reading(run, r -> r.read(result))));
        }
        for (Result<?> result : List.of(Results.EXPLANATIONS, Results.EDITS, Results.CORRECTIONS)) {
            try (Run opened = Run.open(run)) {
                // of edits both, since one was found by a search
                int kinds = result == Results.EDITS ? 2 : 1;
                for (Path file : opened.files(result).stream().limit(kinds).toList()) {
                    all.add(new Subject(file, () -> reading(run, r -> r.read(result, file))));
                }
            }
        }
        all.add(new Subject(run.resolve("commands.json"), () -> reading(run, r -> r.made(Results.LABELS))));
        all.add(new Subject(run.resolve(Circumstances.NAME), () -> reading(run, Run::hasFeatures)));
        Path features = folder.resolve("f");
        all.add(new Subject(
                features.resolve("features.json"),
                () -> FeatureSet.open(features).records()));
        all.add(new Subject(features.resolve("images-00000.json"), () -> {
            noteChecksum(features);
            FeatureSet.open(features).records();
        }));
        all.add(new Subject(
                features.resolve(Circumstances.NAME),
                () -> FeatureSet.open(features).origin()));
        return all;
    }

    private static void reading(Path folder, Consumer<Run> reader) {
        try (Run opened = Run.open(folder)) {
            reader.accept(opened);
        }
    }

    /** As if the file had been written so: without this, any damage is that of the checksum. */
    private static void noteChecksum(Path features) {
        Path info = features.resolve("features.json");
        ObjectNode tree = (ObjectNode) Json.readTree(info);
        tree.remove("digest");
        ((ObjectNode) tree.at("/shards/0")).put("records", Digests.of(features.resolve("images-00000.json")));
        Json.write(info, tree);
    }

    @Test
    void damageIsNamedOrHarmless() throws IOException {
        int damages = 0;
        for (Subject subject : subjects()) {
            assertThat(subject.file()).exists();
            String sound = Files.readString(subject.file());
            List<Damage> taken = new ArrayList<>();
            for (Damage damage : Damage.all(Json.readTree(subject.file()), ELEMENTS)) {
                Files.writeString(subject.file(), damage.text());
                damages++;
                if (isTaken(subject, damage)) {
                    taken.add(damage);
                }
            }
            Collections.shuffle(taken, new Random(1));
            for (Damage damage : taken.subList(0, Math.min(USED, taken.size()))) {
                Files.writeString(subject.file(), damage.text());
                use(subject, damage);
            }
            Files.writeString(subject.file(), sound);
            subject.reader().run();
        }
        assertThat(leaks).isEmpty();
        assertThat(damages).isGreaterThan(2000);
    }

    private boolean isTaken(Subject subject, Damage damage) {
        try {
            subject.reader().run();
            return true;
        } catch (FileFailure e) {
            // a file that contradicts another of its folder may be taken for the one that is right
            if (!e.getMessage().contains(subject.file().getParent().toString())
                    || !e.getMessage().contains(";")
                    || e.getMessage().lines().count() > 1) {
                leaks.add(name(subject, damage) + ": no file or remedy in: " + e.getMessage());
            }
        } catch (RuntimeException e) {
            leaks.add(name(subject, damage) + ": " + e + " "
                    + List.of(e.getStackTrace()).get(0));
        }
        return false;
    }

    /** What readers let pass goes through what uses it. */
    private void use(Subject subject, Damage damage) {
        Path page = folder.resolve("page.html");
        String file = subject.file().getFileName().toString();
        boolean cards = !subject.file().getParent().getParent().equals(run); // explanations and the like change none
        Path of = Stream.of("baseline", "imported")
                .map(folder::resolve)
                .filter(subject.file()::startsWith)
                .findFirst()
                .orElse(run);
        check(subject, damage, attempt("report --run", of, "--pictures " + (cards ? 1 : 0) + " --most 2 --out", page));
        if (List.of("run.json", "features.json", "images-00000.json", "labels.json", Circumstances.NAME)
                .contains(file)) {
            check(subject, damage, attempt("evaluate --run", of, "--dataset", folder.resolve("halves")));
            check(
                    subject,
                    damage,
                    attempt(
                            "explain --run",
                            of,
                            "--image",
                            folder.resolve("two/p2.png"),
                            "--out",
                            folder.resolve("e")));
        }
        if (file.equals("metrics.json")) {
            check(subject, damage, attempt("compare", run, run));
        }
    }

    @Test
    void damagedReferencesAreNamed() throws IOException {
        ObjectNode tree = (ObjectNode) Json.readTree(GOLDEN);
        ArrayNode cases = (ArrayNode) tree.get("cases");
        JsonNode one = cases.get(0);
        cases.removeAll();
        cases.add(one);
        Subject subject = new Subject(folder.resolve("reference.json"), null);
        List<Damage> damages = Damage.all(tree, ELEMENTS);
        Collections.shuffle(damages, new Random(1));
        for (Damage damage : damages.subList(0, Math.min(20 * USED, damages.size()))) {
            Files.writeString(subject.file(), damage.text());
            check(subject, damage, attempt("verify", subject.file()));
        }
        assertThat(leaks).isEmpty();
        assertThat(damages).hasSizeGreaterThan(200);
    }

    private void check(Subject subject, Damage damage, RunCommands.Outcome outcome) {
        boolean leaked = Stream.of("unexpected failure", "Exception", "--help").anyMatch(outcome.err()::contains);
        boolean named = outcome.err().isEmpty()
                || (outcome.err().contains(folder.toString())
                        && outcome.err().lines().count() == 1);
        if (leaked || outcome.code() > 1 || (outcome.code() == 1 && !named)) {
            leaks.add(name(subject, damage) + ", exit " + outcome.code() + ": " + outcome.err());
        }
    }

    private static String name(Subject subject, Damage damage) {
        return damage.what() + " of " + subject.file().getFileName();
    }
}
