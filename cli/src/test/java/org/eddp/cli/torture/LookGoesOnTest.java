package org.eddp.cli.torture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A {@code look} command that ended between two of its steps is run again. It then leaves the same bytes as one that was not
 * interrupted. {@link TortureTest} covers commands that end within a step.
 */
@Tag("slow")
class LookGoesOnTest {
    private static final Set<String> FEATURES = Set.of("features", "choices.json");

    @TempDir
    private static Path folder;

    private static Workshop workshop;
    private static Tree undisturbed;

    private static Victim.End look(String... more) {
        List<String> words = new ArrayList<>(List.of(
                "look",
                workshop.folder().resolve("net.onnx").toString(),
                workshop.folder().resolve("pictures").toString(),
                "--epochs",
                "6,6,6",
                "--out",
                workshop.out().toString()));
        words.addAll(List.of(more));
        return Patient.run(words);
    }

    @BeforeAll
    static void undisturbed() {
        workshop = new Workshop(folder);
        assertThat(look().code()).isZero();
        undisturbed = Tree.of(workshop.out());
        Tree.copy(workshop.out(), folder.resolve("finished"));
    }

    /** @param missing what the look had not made yet when it ended; the run is everything that follows the features */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "index.html",
                "index.html influence.json",
                "index.html influence.json influence.safetensors",
                "index.html influence.json influence.safetensors labels.json",
                "the-run",
                "the-run features/features.json",
                "the-run features",
                "the-run features choices.json"
            })
    void endsInTheSameBytesFromBetweenItsSteps(String missing) throws IOException {
        Tree.copy(folder.resolve("finished"), workshop.out());
        for (String name : missing.split(" ", -1)) {
            if (name.equals("the-run")) {
                deleteRun();
                continue;
            }
            assertThat(Files.exists(workshop.out().resolve(name))).as(name).isTrue();
            Tree.delete(workshop.out().resolve(name));
        }
        Victim.End end = look();
        assertThat(end.code()).as(end.err()).isZero();
        assertThat(undisturbed.differences(Tree.of(workshop.out()), Set.of())).isEmpty();
    }

    private static void deleteRun() throws IOException {
        assertThat(workshop.out().resolve("run.json")).exists();
        try (Stream<Path> made = Files.list(workshop.out())) {
            made.filter(file -> !FEATURES.contains(file.getFileName().toString()))
                    .forEach(Tree::delete);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"--layer=other", "--preprocess=keras", "--resize=40", "--concepts=2"})
    void doesNotGoOnWithSomethingElse(String other) {
        Tree.copy(folder.resolve("finished"), workshop.out());
        Victim.End end = look(other);
        assertThat(end.isOrderly()).as(end.err()).isTrue();
        assertThat(end.code()).as(end.err()).isEqualTo(1);
        assertThat(undisturbed.differences(Tree.of(workshop.out()), Set.of())).isEmpty();
    }
}
