package org.eddp.experiments.truth;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.eddp.experiments.marks.PictureFeatures;
import org.eddp.experiments.truth.TruthBenchmark.TruthOptions;
import org.eddp.math.Seeds;
import org.eddp.monitor.Monitor;
import org.eddp.tensor.Workers;

/**
 * The pictures of one trial: classes, causes, and the class of each cause. Every draw has its own generator, so that a
 * trial does not depend on others.
 */
abstract class TrialPictures {
    static final int NO_CAUSE = -1;

    /** Purposes of random draws. */
    static final int CLASSES = 1;

    private static final int PLANTED = 2;
    private static final int RELYING = 3;
    private static final int TWINS = 4;
    static final int DESIGN = 100;
    private static final int TEST = 200;
    private static final int PAIRS = 300;

    private final TruthOptions.Size size;
    private final long seed;

    TrialPictures(TruthOptions.Size size, long seed) {
        this.size = size;
        this.seed = seed;
    }

    /**
     * The pictures of a trial.
     *
     * @throws org.eddp.files.FileFailure if they cannot be used
     */
    static TrialPictures of(TruthOptions options, long seed) {
        return options.pictures() instanceof TruthOptions.Photographs folder
                ? new MarkedPictures(folder, options.size(), seed)
                : new WorldPictures((TruthOptions.World) options.pictures(), options.size(), seed);
    }

    /** Classes on which the causes are planted, each on another one. */
    final int[] planted() {
        return Seeds.draw(size.classes(), size.marks(), Seeds.random(seed, PLANTED));
    }

    /** Names of the classes. */
    abstract List<String> classes();

    /** The causes. */
    abstract List<Cause> causes();

    /** Classes of the training pictures. */
    abstract int[] trainLabels();

    /** Classes of the test pictures. */
    abstract int[] testLabels();

    /**
     * Pictures with causes.
     *
     * @param test whether test pictures are asked for, or training pictures
     * @param causes of every picture; {@link #NO_CAUSE} for none
     * @param seeds of the places of the causes, for every cause
     */
    abstract CauseSet set(
            PictureFeatures.Source source, boolean test, int[] causes, long[] seeds, Workers workers, Monitor monitor);

    /** Features of all pictures; they belong to the open scope. */
    final TrialData data(PictureFeatures.Source source, Workers workers, Monitor monitor) {
        int[] train = trainLabels();
        int[] test = testLabels();
        int[] relying = IntStream.of(train).map(this::causeOf).toArray();
        int[] twins = new int[train.length];
        for (int n = 0; n < twins.length; n++) {
            twins[n] = Seeds.random(seed, TWINS, n).nextInt(NO_CAUSE, size.marks());
        }
        double all = 2.0 * train.length + (size.marks() + 1.0) * test.length;
        double first = train.length / all;
        double part = test.length / all;
        CauseSet relied = set(source, false, relying, seeds(RELYING), workers, monitor.part(0, first));
        CauseSet twin = set(source, false, twins, seeds(TWINS), workers, monitor.part(first, 2 * first));
        Monitor watching = monitor.part(2 * first, 2 * first + part);
        CauseSet clean = set(source, true, repeated(NO_CAUSE), seeds(TEST), workers, watching);
        List<CauseSet> changed = new ArrayList<>();
        for (int m = 0; m < size.marks(); m++) {
            double begin = 2 * first + (m + 1) * part;
            watching = monitor.part(begin, Math.min(1, begin + part));
            changed.add(set(source, true, repeated(m), seeds(TEST), workers, watching));
        }
        List<int[]> pairs =
                IntStream.range(0, size.marks()).mapToObj(this::pairs).toList();
        return new TrialData(classes(), causes(), relied, twin, clean, changed, pairs);
    }

    private int[] repeated(int cause) {
        return IntStream.range(0, testLabels().length).map(n -> cause).toArray();
    }

    private long[] seeds(int purpose) {
        return IntStream.range(0, size.marks())
                .mapToLong(m -> Seeds.mix(seed, purpose, m))
                .toArray();
    }

    private int causeOf(int label) {
        return IntStream.range(0, causes().size())
                .filter(m -> causes().get(m).label() == label)
                .findFirst()
                .orElse(NO_CAUSE);
    }

    private int[] pairs(int cause) {
        int[] labels = testLabels();
        int[] others = IntStream.range(0, labels.length)
                .filter(n -> labels[n] != causes().get(cause).label())
                .toArray();
        SplittableRandom random = Seeds.random(seed, PAIRS + cause);
        return IntStream.of(Seeds.choose(others.length, Math.min(size.pairs(), others.length), random))
                .map(k -> others[k])
                .toArray();
    }
}
