package org.eddp.experiments.truth;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.eddp.experiments.marks.LabelledPictures;
import org.eddp.experiments.marks.LabelledPictures.Example;
import org.eddp.experiments.marks.Mark;
import org.eddp.experiments.marks.MarkKind;
import org.eddp.experiments.marks.PictureFeatures;
import org.eddp.experiments.truth.TruthBenchmark.TruthOptions;
import org.eddp.files.FileFailure;
import org.eddp.math.Seeds;
import org.eddp.monitor.Monitor;
import org.eddp.tensor.Workers;

/** Pictures of a folder with marks drawn on them. */
final class MarkedPictures extends TrialPictures {
    private final LabelledPictures pictures;
    private final List<Cause> causes = new ArrayList<>();
    private final List<MarkKind.Design> designs = new ArrayList<>();

    /**
     * Chooses classes and marks.
     *
     * @throws FileFailure if the pictures cannot be used
     */
    MarkedPictures(TruthOptions.Photographs folder, TruthOptions.Size size, long seed) {
        super(size, seed);
        pictures = LabelledPictures.of(
                folder.images(), folder.category(), known -> classes(folder, size, seed, known), seed);
        int[] planted = planted();
        List<MarkKind> all = MarkKind.DRAWN;
        // kinds in turn: consecutive seeds leave out different ones, so that several seeds have all about equally often
        int first = (int) Math.floorMod(seed, (long) all.size());
        for (int m = 0; m < size.marks(); m++) {
            MarkKind kind = all.get((first + m) % all.size());
            causes.add(new Cause(kind.label(), planted[m]));
            designs.add(kind.design(Seeds.random(seed, DESIGN + kind.ordinal())));
        }
    }

    private static SortedSet<String> classes(
            TruthOptions.Photographs folder, TruthOptions.Size size, long seed, SortedSet<String> known) {
        if (known.size() < size.classes()) {
            throw new FileFailure(size.classes() + " classes were asked for, but " + folder.images() + " has "
                    + known.size() + "; ask for at most so many");
        }
        List<String> names = List.copyOf(known);
        SortedSet<String> chosen = new TreeSet<>();
        for (int k : Seeds.choose(names.size(), size.classes(), Seeds.random(seed, CLASSES))) {
            chosen.add(names.get(k));
        }
        return chosen;
    }

    @Override
    List<String> classes() {
        return pictures.classes();
    }

    @Override
    List<Cause> causes() {
        return List.copyOf(causes);
    }

    @Override
    int[] trainLabels() {
        return pictures.train().stream().mapToInt(Example::label).toArray();
    }

    @Override
    int[] testLabels() {
        return pictures.test().stream().mapToInt(Example::label).toArray();
    }

    @Override
    CauseSet set(
            PictureFeatures.Source source,
            boolean test,
            int[] causeOf,
            long[] seeds,
            Workers workers,
            Monitor monitor) {
        List<Example> examples = test ? pictures.test() : pictures.train();
        Mark[] marks = new Mark[examples.size()];
        for (int n = 0; n < marks.length; n++) {
            if (causeOf[n] != NO_CAUSE) {
                marks[n] = designs.get(causeOf[n]).place(Seeds.random(seeds[causeOf[n]], n), source.aspect());
            }
        }
        PictureFeatures features = source.features(examples, marks, workers, monitor);
        List<BitSet> shown = IntStream.range(0, causes.size())
                .mapToObj(m -> features.truth(n -> causeOf[n] == m))
                .toList();
        List<String> names = examples.stream().map(e -> e.picture().name()).toList();
        return new CauseSet(features.features(), names, features.labels(), shown);
    }
}
