package org.eddp.studio;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import org.eddp.files.FileNames;
import org.eddp.files.json.Circumstances.Request;
import org.eddp.learning.LearnOptions.Variant;
import org.eddp.network.LayerAddress;
import org.eddp.run.RunRequest;
import org.eddp.study.Extraction;
import org.eddp.study.InputChoice;
import org.eddp.study.Learning;
import org.eddp.study.Learning.Checkpoints;
import org.eddp.study.PresetChanges;

/**
 * The plan of a run: as calls of the library, and as the commands that make the same calls.
 *
 * @param folder of the run
 */
record RunPlan(RunTemplate template, Path folder, RunRequest wanted, int threads, CommandLines phrases) {
    private static final long USUAL_SEED = 1;
    private static final long MEMORY = 1L << 30;
    private static final double CHECKPOINT_SECONDS = 30;

    String name() {
        return FileNames.last(folder);
    }

    Path network() {
        return template.network();
    }

    Path images() {
        return template.images();
    }

    Path features() {
        return template.features().resolve(wanted.features());
    }

    /**
     * The name of the features: the same for all runs of a layer, so that they are shared, and another one if the
     * network, the pictures or eddp have changed.
     */
    static String features(RunTemplate template, String layer, String preprocessing, String digest) {
        String readable = stem(template.network()) + "-" + stem(template.images()) + "-" + layer;
        return FileNames.unique(FileNames.of(readable), layer, preprocessing, digest);
    }

    static String stem(Path path) {
        return FileNames.of(FileNames.last(path).replaceFirst("\\.(onnx|pt|pt2|pth|txt|csv)$", ""));
    }

    Extraction.Options extraction() {
        return Extraction.Options.of(LayerAddress.of(wanted.layer()))
                .withPreprocessing(InputChoice.named(wanted.preprocessing()))
                .withThreads(threads);
    }

    Learning.Options learning() {
        return Learning.Options.of(wanted.concepts())
                .withVariant(wanted.variant())
                .withChanges(PresetChanges.NONE.withCourse(PresetChanges.Course.NONE.withEpochs(wanted.epochs())))
                .withMemory(MEMORY)
                .withSeed(wanted.seed())
                .withCheckpoints(new Checkpoints(true, CHECKPOINT_SECONDS))
                .withThreads(threads)
                .withRequest(request());
    }

    /** The origin recorded in the run. */
    Request request() {
        return phrases.request(learnArguments(false));
    }

    /** @param begun whether there is something to go on with */
    List<ShownCommand> commands(boolean begun) {
        List<String> extract =
                new ArrayList<>(List.of("features", "--network", network().toString()));
        extract.addAll(List.of("--layer", wanted.layer(), "--images", images().toString()));
        if (wanted.preprocessing() != null) {
            extract.addAll(List.of("--preprocess", wanted.preprocessing()));
        }
        extract.addAll(List.of("--out", features().toString()));
        return List.of(
                new ShownCommand("features; goes on with those that are there", phrases.command(extract)),
                new ShownCommand(
                        begun ? "goes on learning, when the studio does not" : "direction pairs",
                        phrases.command(learnArguments(begun))));
    }

    private List<String> learnArguments(boolean resume) {
        List<String> learn =
                new ArrayList<>(List.of("learn", "--features", features().toString()));
        if (wanted.concepts() != null) {
            learn.addAll(List.of("--concepts", wanted.concepts().toString()));
        }
        if (wanted.variant() != Variant.C) {
            learn.addAll(List.of("--variant", wanted.variant().name()));
        }
        if (wanted.epochs() != null) {
            learn.addAll(List.of(
                    "--epochs", wanted.epochs().stream().map(Objects::toString).collect(Collectors.joining(","))));
        }
        if (wanted.seed() != USUAL_SEED) {
            learn.addAll(List.of("--seed", Long.toString(wanted.seed())));
        }
        learn.addAll(List.of("--out", folder.toString()));
        if (resume) {
            learn.add("--resume");
        }
        return learn;
    }
}
