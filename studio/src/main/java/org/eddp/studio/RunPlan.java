package org.eddp.studio;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import org.eddp.files.FileNames;
import org.eddp.files.Request;
import org.eddp.learning.LearnOptions.Variant;
import org.eddp.run.AskedRun;
import org.eddp.study.Extraction;
import org.eddp.study.InputChoice;
import org.eddp.study.Learning;
import org.eddp.study.PresetChanges;

/**
 * How a run is to be made: as calls of the library, and as the commands that make the same calls.
 *
 * @param folder of the run
 */
record RunPlan(Fresh fresh, Path folder, AskedRun asked, int threads, Phrases phrases) {
    private static final long USUAL_SEED = 1;
    private static final long MEMORY = 1L << 30;
    private static final double CHECKPOINT_SECONDS = 30;

    String name() {
        return FileNames.last(folder);
    }

    Path network() {
        return fresh.network();
    }

    Path images() {
        return fresh.images();
    }

    Path features() {
        return fresh.features().resolve(asked.features());
    }

    /**
     * What features are called: the same for all runs of a layer, so that another number of concepts need not wait for them, and another
     * name when the network, the pictures or eddp have changed.
     */
    static String features(Fresh fresh, String layer, String preprocessing, String digest) {
        String readable = stem(fresh.network()) + "-" + stem(fresh.images()) + "-" + layer;
        return FileNames.unique(FileNames.of(readable), layer, preprocessing, digest);
    }

    static String stem(Path path) {
        return FileNames.of(FileNames.last(path).replaceFirst("\\.(onnx|pt|pt2|pth|txt|csv)$", ""));
    }

    Extraction.Options extraction() {
        return new Extraction.Options(
                asked.layer(),
                InputChoice.of(asked.preprocessing()),
                null,
                false,
                Extraction.BATCH,
                Extraction.SHARD_BYTES,
                false,
                false,
                threads);
    }

    Learning.Options learning() {
        PresetChanges.Course course = new PresetChanges.Course(asked.epochs(), null, null, null, false);
        return new Learning.Options(
                asked.concepts(),
                asked.variant(),
                Learning.GENERAL,
                new PresetChanges(PresetChanges.NONE.bounds(), course, PresetChanges.NONE.form()),
                null,
                null,
                MEMORY,
                asked.seed(),
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
        extract.addAll(List.of("--layer", asked.layer(), "--images", images().toString()));
        if (asked.preprocessing() != null) {
            extract.addAll(List.of("--preprocess", asked.preprocessing()));
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
        if (asked.concepts() != null) {
            learn.addAll(List.of("--concepts", asked.concepts().toString()));
        }
        if (asked.variant() != Variant.C) {
            learn.addAll(List.of("--variant", asked.variant().name()));
        }
        if (asked.epochs() != null) {
            learn.addAll(List.of(
                    "--epochs", asked.epochs().stream().map(Objects::toString).collect(Collectors.joining(","))));
        }
        if (asked.seed() != USUAL_SEED) {
            learn.addAll(List.of("--seed", Long.toString(asked.seed())));
        }
        learn.addAll(List.of("--out", folder.toString()));
        if (resume) {
            learn.add("--resume");
        }
        return learn;
    }
}
