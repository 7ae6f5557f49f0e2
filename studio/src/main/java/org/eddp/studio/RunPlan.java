package org.eddp.studio;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import org.eddp.files.FileNames;
import org.eddp.files.Request;
import org.eddp.learning.LearnOptions.Variant;
import org.eddp.run.RunRequest;
import org.eddp.study.Extraction;
import org.eddp.study.InputChoice;
import org.eddp.study.Learning;
import org.eddp.study.PresetChanges;

/**
 * How a run is to be made: as calls of the library, and as the commands that make the same calls.
 *
 * @param folder of the run
 */
record RunPlan(RunTemplate template, Path folder, RunRequest wanted, int threads, Phrases phrases) {
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
     * What features are called: the same for all runs of a layer, so that another number of concepts need not wait for them, and another
     * name when the network, the pictures or eddp have changed.
     */
    static String features(RunTemplate template, String layer, String preprocessing, String digest) {
        String readable = stem(template.network()) + "-" + stem(template.images()) + "-" + layer;
        return FileNames.unique(FileNames.of(readable), layer, preprocessing, digest);
    }

    static String stem(Path path) {
        return FileNames.of(FileNames.last(path).replaceFirst("\\.(onnx|pt|pt2|pth|txt|csv)$", ""));
    }

    Extraction.Options extraction() {
        return new Extraction.Options(
                wanted.layer(),
                InputChoice.of(wanted.preprocessing()),
                null,
                false,
                Extraction.BATCH,
                Extraction.SHARD_BYTES,
                false,
                false,
                threads);
    }

    Learning.Options learning() {
        PresetChanges.Course course = new PresetChanges.Course(wanted.epochs(), null, null, null, false);
        return new Learning.Options(
                wanted.concepts(),
                wanted.variant(),
                Learning.GENERAL,
                new PresetChanges(PresetChanges.NONE.bounds(), course, PresetChanges.NONE.form()),
                null,
                null,
                MEMORY,
                wanted.seed(),
                true,
                CHECKPOINT_SECONDS,
                threads,
                request());
    }

    /** What the run says it was made by. */
    Request request() {
        return phrases.request(learnArguments(false));
    }

    /** @param begun whether there is something to go on with */
    List<Repeat> commands(boolean begun) {
        List<String> extract =
                new ArrayList<>(List.of("features", "--network", network().toString()));
        extract.addAll(List.of("--layer", wanted.layer(), "--images", images().toString()));
        if (wanted.preprocessing() != null) {
            extract.addAll(List.of("--preprocess", wanted.preprocessing()));
        }
        extract.addAll(List.of("--out", features().toString()));
        return List.of(
                new Repeat("features; goes on with those that are there", phrases.command(extract)),
                new Repeat(
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
