package org.eddp.experiments.truth;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.stream.IntStream;
import org.eddp.experiments.marks.PictureFeatures;
import org.eddp.experiments.truth.TruthBenchmark.TruthOptions;
import org.eddp.experiments.world.WorldScenes;
import org.eddp.failure.InvalidInput;
import org.eddp.features.DenseFeatures;
import org.eddp.math.Seeds;
import org.eddp.monitor.Monitor;
import org.eddp.tensor.Workers;

/**
 * Scenes of the drawn world; the causes are objects that are put into scenes which stay the same otherwise.
 *
 * <p>The seed chooses two landmarks and one visitor as causes; the classes are those without any of them. The network
 * was trained on all classes and so sees the causes.
 */
final class WorldPictures extends TrialPictures {
    private static final int TRAIN_SCENES = 5;
    private static final int TEST_SCENES = 6;

    private final TruthOptions.World world;
    private final long seed;
    private final int[] classes;
    private final int[] objects;
    private final List<Cause> causes = new ArrayList<>();

    WorldPictures(TruthOptions.World world, TruthOptions.Size size, long seed) {
        super(size, seed);
        this.world = world;
        this.seed = seed;
        if (size.classes() != TruthOptions.World.CLASSES || size.marks() > TruthOptions.World.OBJECTS) {
            throw new InvalidInput("the world has " + TruthOptions.World.CLASSES
                    + " classes and at most " + TruthOptions.World.OBJECTS + " objects to add, not " + size.classes()
                    + " and " + size.marks() + "; leave the numbers of classes and marks out");
        }
        int[] apart = WorldScenes.choose(2, 1, Seeds.random(seed, CLASSES));
        classes = IntStream.range(0, WorldScenes.classes().size())
                .filter(k -> IntStream.of(apart).noneMatch(object -> WorldScenes.shows(k, object)))
                .toArray();
        objects = IntStream.of(Seeds.draw(apart.length, size.marks(), Seeds.random(seed, DESIGN)))
                .map(k -> apart[k])
                .toArray();
        int[] planted = planted();
        for (int m = 0; m < objects.length; m++) {
            causes.add(new Cause(WorldScenes.objects().get(objects[m]), planted[m]));
        }
    }

    @Override
    List<String> classes() {
        return IntStream.of(classes).mapToObj(WorldScenes.classes()::get).toList();
    }

    @Override
    List<Cause> causes() {
        return List.copyOf(causes);
    }

    @Override
    int[] trainLabels() {
        return labels(world.train());
    }

    @Override
    int[] testLabels() {
        return labels(world.test());
    }

    private int[] labels(int perClass) {
        return IntStream.range(0, perClass * classes.length)
                .map(n -> n % classes.length)
                .toArray();
    }

    @Override
    CauseSet set(
            PictureFeatures.Source source,
            boolean test,
            int[] causeOf,
            long[] seeds,
            Workers workers,
            Monitor monitor) {
        int[] labels = test ? testLabels() : trainLabels();
        double[][] coverage = new double[labels.length][];
        DenseFeatures features = source.features(
                labels.length,
                n -> {
                    // the scene follows from its number alone: it is the same with and without an object
                    WorldScenes.Scene scene = WorldScenes.draw(
                            source.preprocessing().cropWidth(),
                            classes[labels[n]],
                            Seeds.mix(seed, test ? TEST_SCENES : TRAIN_SCENES, n),
                            causeOf[n] == NO_CAUSE ? NO_CAUSE : objects[causeOf[n]]);
                    coverage[n] = scene.coverage(source.layer().grid());
                    return scene.picture();
                },
                workers,
                monitor);
        int cells = source.layer().grid().cells();
        List<BitSet> shown = new ArrayList<>();
        for (int m = 0; m < objects.length; m++) {
            BitSet patches = new BitSet();
            for (int n = 0; n < labels.length; n++) {
                for (int cell = 0; causeOf[n] == m && cell < cells; cell++) {
                    patches.set(n * cells + cell, coverage[n][cell] >= PictureFeatures.LEAST_COVERAGE);
                }
            }
            shown.add(patches);
        }
        List<String> names =
                IntStream.range(0, labels.length).mapToObj(n -> "scene " + n).toList();
        return new CauseSet(features, names, labels, shown);
    }
}
