package org.eddp.experiments.truth;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.SortedSet;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.eddp.experiments.marks.LabelledPictures;
import org.eddp.experiments.marks.LabelledPictures.Example;
import org.eddp.experiments.marks.Mark;
import org.eddp.experiments.marks.MarkKind;
import org.eddp.experiments.marks.PictureFeatures;
import org.eddp.files.FileFailure;
import org.eddp.math.Seeds;
import org.eddp.monitor.Monitor;
import org.eddp.tensor.Workers;

/**
 * The pictures of one seed: which classes, which kinds of marks, which mark on which class. Every draw has a generator of its own,
 * so that a trial is the same alone and among others.
 */
final class MarkedPictures {
    private static final int NO_CAUSE = -1;

    /** Purposes of random draws. */
    private static final int CLASSES = 1;

    private static final int PLANTED = 2;
    private static final int RELYING = 3;
    private static final int TWINS = 4;
    private static final int DESIGN = 100;
    private static final int TEST = 200;
    private static final int PAIRS = 300;

    private final TruthOptions.Size size;
    private final long seed;
    private final LabelledPictures pictures;
    private final List<Cause> causes = new ArrayList<>();
    private final List<MarkKind.Design> designs = new ArrayList<>();

    /**
     * Chooses.
     *
     * @throws FileFailure if the pictures cannot be used
     */
    MarkedPictures(TruthOptions options, long seed) {
        size = options.size();
        this.seed = seed;
        pictures = LabelledPictures.of(
                options.images(), options.category(), known -> classes(options, known), seed);
        int[] planted = Seeds.draw(size.classes(), size.marks(), Seeds.random(seed, PLANTED));
        List<MarkKind> kinds = kinds();
        for (int m = 0; m < size.marks(); m++) {
            causes.add(new Cause(kinds.get(m).label(), planted[m]));
            designs.add(kinds.get(m).design(Seeds.random(seed, DESIGN + kinds.get(m).ordinal())));
        }
    }

    private SortedSet<String> classes(TruthOptions options, SortedSet<String> known) {
        if (known.size() < size.classes()) {
            throw new FileFailure(size.classes() + " classes were asked for, but " + options.images() + " has "
                    + known.size() + "; ask for at most so many");
        }
        List<String> names = List.copyOf(known);
        SortedSet<String> chosen = new TreeSet<>();
        for (int k : Seeds.choose(names.size(), size.classes(), Seeds.random(seed, CLASSES))) {
            chosen.add(names.get(k));
        }
        return chosen;
    }

    /** Kinds in turn: consecutive seeds leave out different ones, so that several seeds have all about equally often. */
    private List<MarkKind> kinds() {
        MarkKind[] all = MarkKind.values();
        int first = (int) Math.floorMod(seed, (long) all.length);
        return IntStream.range(0, size.marks())
                .mapToObj(m -> all[(first + m) % all.length])
                .toList();
    }

    /** Names of the classes. */
    List<String> classes() {
        return pictures.classes();
    }

    /** Features of all pictures; they belong to the open scope. */
    TrialData data(PictureFeatures.Source source, Workers workers, Monitor monitor) {
        List<Example> train = pictures.train();
        List<Example> test = pictures.test();
        int[] relying = train.stream().mapToInt(e -> causeOf(e.label())).toArray();
        int[] twins = new int[train.size()];
        for (int n = 0; n < twins.length; n++) {
            twins[n] = Seeds.random(seed, TWINS, n).nextInt(NO_CAUSE, size.marks());
        }
        int[] none = new int[test.size()];
        Arrays.fill(none, NO_CAUSE);
        double all = 2.0 * train.size() + (size.marks() + 1.0) * test.size();
        double first = train.size() / all;
        double part = test.size() / all;
        CauseSet relied = set(source, train, relying, RELYING, workers, monitor.part(0, first));
        CauseSet twin = set(source, train, twins, TWINS, workers, monitor.part(first, 2 * first));
        CauseSet clean = set(source, test, none, TEST, workers, monitor.part(2 * first, 2 * first + part));
        List<CauseSet> changed = new ArrayList<>();
        List<int[]> pairs = new ArrayList<>();
        for (int m = 0; m < size.marks(); m++) {
            int cause = m;
            double begin = 2 * first + (m + 1) * part;
            int[] same = IntStream.range(0, test.size()).map(n -> cause).toArray();
            changed.add(set(source, test, same, TEST + m, workers, monitor.part(begin, Math.min(1, begin + part))));
            pairs.add(pairs(m));
        }
        return new TrialData(pictures.classes(), List.copyOf(causes), relied, twin, clean, changed, pairs);
    }

    private int causeOf(int label) {
        for (int m = 0; m < causes.size(); m++) {
            if (causes.get(m).label() == label) {
                return m;
            }
        }
        return NO_CAUSE;
    }

    private int[] pairs(int cause) {
        int[] others = IntStream.range(0, pictures.test().size())
                .filter(n -> pictures.test().get(n).label() != causes.get(cause).label())
                .toArray();
        SplittableRandom random = Seeds.random(seed, PAIRS + cause);
        return IntStream.of(Seeds.choose(others.length, Math.min(size.pairs(), others.length), random))
                .map(k -> others[k])
                .toArray();
    }

    private CauseSet set(
            PictureFeatures.Source source,
            List<Example> examples,
            int[] causeOf,
            int purpose,
            Workers workers,
            Monitor monitor) {
        Mark[] marks = new Mark[examples.size()];
        for (int n = 0; n < marks.length; n++) {
            if (causeOf[n] != NO_CAUSE) {
                SplittableRandom random = Seeds.random(Seeds.mix(seed, purpose, causeOf[n]), n);
                marks[n] = designs.get(causeOf[n]).place(random, source.aspect());
            }
        }
        PictureFeatures features = source.features(examples, marks, workers, monitor);
        List<BitSet> shown = new ArrayList<>();
        for (int m = 0; m < size.marks(); m++) {
            int cause = m;
            shown.add(features.truth(n -> causeOf[n] == cause));
        }
        List<String> names = examples.stream().map(e -> e.picture().name()).toList();
        return new CauseSet(features.features(), names, features.labels(), shown);
    }
}
