package org.eddp.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import javax.imageio.ImageIO;
import org.eddp.Eddp;
import org.eddp.directions.Directions;
import org.eddp.features.FeatureSet;
import org.eddp.files.Digests;
import org.eddp.images.input.InputPreset;
import org.eddp.monitor.Monitor;
import org.eddp.network.LayerAddress;
import org.eddp.network.onnx.file.Model;
import org.eddp.run.Run;
import org.eddp.study.Extraction;
import org.eddp.study.InputChoice;
import org.eddp.study.Learning;
import org.eddp.study.Naming;
import org.eddp.study.PresetChanges;
import org.eddp.study.measure.InfluenceStudy;
import org.eddp.tensor.Matrix;

/** A small network, pictures and a learned run, for tests of what comes after learning. */
public final class TinyRun {
    public static final int SIZE = 32;
    public static final int CONCEPTS = 6;
    public static final String LAYER = "maps";

    private static final int PICTURES = 24;
    private static final int CELL = 4;
    private static final int THREADS = 2;

    private TinyRun() {}

    /** Makes {@code NAME.onnx}, {@code pictures/}, {@code names.txt} and the run {@code NAME-run} in a folder. */
    public static Path make(Path folder, String name, boolean deep) throws IOException {
        return make(folder, name, TinyNetworks.network(deep, SIZE, 2));
    }

    /**
     * Makes the same for another network.
     *
     * @param model with a layer "maps"
     */
    public static Path make(Path folder, String name, Model model) throws IOException {
        files(folder, name, model);
        Path run = folder.resolve(name + "-run");
        FeatureSet features = features(
                folder.resolve(name + ".onnx"), folder.resolve("pictures"), folder.resolve(name + "-features"));
        learn(features, CONCEPTS, List.of(20, 20, 20), run);
        return run;
    }

    /** Makes the network, the pictures and the names of their classes, and no run. */
    public static void files(Path folder, String name, Model model) throws IOException {
        Files.createDirectories(folder);
        Model.write(folder.resolve(name + ".onnx"), model);
        for (int i = 0; i < PICTURES; i++) {
            String tree = List.of("ash", "beech", "cedar").get(i % 3);
            picture(folder.resolve("pictures/" + tree + "/" + i + ".png"), i);
        }
        Files.writeString(folder.resolve("names.txt"), "ash\nbeech\ncedar\n");
    }

    /** Extracts the features of the layer "maps"; pictures are taken as they are. */
    public static FeatureSet features(Path network, Path images, Path out) {
        return new Eddp()
                .extract(
                        network,
                        images,
                        out,
                        Extraction.Options.of(LayerAddress.of(LAYER))
                                .withPreprocessing(InputChoice.of(InputPreset.PLAIN)));
    }

    /** Learns a run, in place of one that is there. */
    public static void learn(FeatureSet features, int concepts, List<Integer> epochs, Path run) {
        PresetChanges changes = PresetChanges.NONE.withCourse(PresetChanges.Course.NONE.withEpochs(epochs));
        Learning.Options options =
                Learning.Options.of(concepts).withChanges(changes).withThreads(THREADS);
        Learning.learn(features, run, options, Monitor.NONE);
        try (Run learned = new Eddp().open(run)) {
            learned.keepClassNames();
        }
    }

    /** Measures the influence of concepts on classes, without the tests of significance. */
    public static void influence(Path run) {
        InfluenceStudy.Options untested = InfluenceStudy.Options.of(1).withTested(false);
        try (Run opened = new Eddp().open(run)) {
            InfluenceStudy.run(opened, untested, Monitor.NONE);
        }
    }

    /** Names a concept by hand. */
    public static void name(Path run, int concept, String name) {
        try (Run opened = new Eddp().open(run)) {
            Naming.byHand(opened, concept, name);
        }
    }

    /** Copies the files of a run, for a test that changes them. */
    public static Path copy(Path run, Path to) throws IOException {
        Files.createDirectories(to);
        try (Stream<Path> files = Files.list(run)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                Files.copy(file, to.resolve(file.getFileName()));
            }
        }
        return to;
    }

    /** Changes a file by intention: its digest, which would no longer be right, is removed. */
    public static void edit(Path file, UnaryOperator<String> change) throws IOException {
        String text = Files.readString(file);
        String changed = change.apply(text);
        assertThat(changed).isNotEqualTo(text);
        Files.writeString(file, changed.replaceFirst(",\\s*\"digest\": \"[0-9a-f]{64}\"", ""));
    }

    /** Gives a run other directions, as if it had been learned again. */
    public static void giveDirections(Path run, Path directions) throws IOException {
        Path own = run.resolve("directions.safetensors");
        if (!own.equals(directions)) {
            Files.copy(directions, own, StandardCopyOption.REPLACE_EXISTING);
        }
        edit(
                run.resolve("run.json"),
                text -> text.replaceFirst(
                        "\"directions\": \"[0-9a-f]{64}\"", "\"directions\": \"" + Digests.of(own) + "\""));
    }

    /** Copies the files of a run with some of its concepts, in the given order. */
    public static Path withConcepts(Path run, Path to, int... concepts) throws IOException {
        copy(run, to);
        Path file = to.resolve("directions.safetensors");
        Directions own = Directions.read(file);
        int width = own.filters().rows();
        Matrix filters = new Matrix(width, concepts.length);
        Matrix signals = new Matrix(width, concepts.length);
        double[] thresholds = new double[concepts.length];
        for (int k = 0; k < concepts.length; k++) {
            thresholds[k] = own.thresholds()[concepts[k]];
            for (int d = 0; d < width; d++) {
                filters.set(d, k, own.filters().get(d, concepts[k]));
                signals.set(d, k, own.signals().get(d, concepts[k]));
            }
        }
        new Directions(filters, thresholds, signals, own.mean()).write(file);
        giveDirections(to, file);
        return to;
    }

    /** A picture for the networks of this size. */
    public static void picture(Path file, long seed) throws IOException {
        picture(file, SIZE, seed);
    }

    /** A picture of patches of four colours, which concepts can be learned from. */
    public static void picture(Path file, int size, long seed) throws IOException {
        SplittableRandom random = new SplittableRandom(seed);
        BufferedImage image = new BufferedImage(size, size, BufferedImage.TYPE_INT_RGB);
        int[] colours = {0xD04020, 0x20C040, 0x3050D0, 0xE0D060};
        int cells = size / CELL;
        for (int cell = 0; cell < cells * cells; cell++) {
            int colour = colours[random.nextInt(4)];
            for (int p = 0; p < CELL * CELL; p++) {
                image.setRGB(
                        cell % cells * CELL + p % CELL,
                        cell / cells * CELL + p / CELL,
                        colour + random.nextInt(16) * 0x010101);
            }
        }
        Files.createDirectories(file.getParent());
        ImageIO.write(image, "png", file.toFile());
    }
}
