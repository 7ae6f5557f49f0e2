package org.eddp.experiments.audit;

import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import org.eddp.experiments.marks.LabelledPictures;
import org.eddp.experiments.marks.LabelledPictures.Example;
import org.eddp.experiments.marks.Mark;
import org.eddp.experiments.marks.MarkKind;
import org.eddp.experiments.truth.TruthBenchmark.TruthOptions;
import org.eddp.features.Grid;
import org.eddp.files.FileFailure;
import org.eddp.images.decode.ImageReader;
import org.eddp.images.decode.Picture;
import org.eddp.images.input.Preprocessing;
import org.eddp.math.Seeds;

/** Photographs of some classes of a folder; the mark is drawn on them. */
final class MarkedPhotographs implements FlawPictures {
    /** Purposes of random draws. */
    private static final int CLASSES = 1;

    private static final int PLANTED = 2;
    private static final int DESIGN = 3;
    private static final int TRAIN_PLACES = 4;
    private static final int TEST_PLACES = 5;
    private static final int LIMIT = 6;

    private final LabelledPictures pictures;
    private final List<Example> train;
    private final MarkKind kind;
    private final MarkKind.Design design;
    private final int planted;
    private final Preprocessing preprocessing;
    private final long seed;

    /**
     * Chooses the classes, the planted class and the design of the mark.
     *
     * @param classes number of classes
     * @param most training pictures of a class at most
     * @param preprocessing of the network: marks lie in the part of the picture that the network sees
     * @throws FileFailure if the pictures cannot be used
     */
    MarkedPhotographs(
            TruthOptions.Photographs folder,
            int classes,
            int most,
            MarkKind kind,
            Preprocessing preprocessing,
            long seed) {
        this.kind = kind;
        this.preprocessing = preprocessing;
        this.seed = seed;
        pictures = LabelledPictures.of(
                folder.images(), folder.category(), known -> chosen(folder, classes, seed, known), seed);
        train = limited(pictures, most, seed);
        planted = Seeds.random(seed, PLANTED).nextInt(classes);
        design = kind.design(Seeds.random(seed, DESIGN, kind.ordinal()));
    }

    private static SortedSet<String> chosen(
            TruthOptions.Photographs folder, int classes, long seed, SortedSet<String> known) {
        if (known.size() < classes) {
            throw new FileFailure(classes + " classes were asked for, but " + folder.images() + " has " + known.size()
                    + "; ask for at most so many");
        }
        List<String> names = List.copyOf(known);
        SortedSet<String> chosen = new TreeSet<>();
        for (int k : Seeds.choose(names.size(), classes, Seeds.random(seed, CLASSES))) {
            chosen.add(names.get(k));
        }
        return chosen;
    }

    @Override
    public Flaw flaw() {
        return new Flaw(kind.label(), pictures.classes(), planted);
    }

    /** At most so many training pictures of every class. */
    private static List<Example> limited(LabelledPictures pictures, int most, long seed) {
        List<Example> kept = new ArrayList<>();
        for (int k = 0; k < pictures.classes().size(); k++) {
            int label = k;
            List<Example> all =
                    pictures.train().stream().filter(e -> e.label() == label).toList();
            for (int n : Seeds.choose(all.size(), Math.min(most, all.size()), Seeds.random(seed, LIMIT, label))) {
                kept.add(all.get(n));
            }
        }
        return kept;
    }

    private List<Example> examples(Part part) {
        return part == Part.TEST ? pictures.test() : train;
    }

    @Override
    public int[] labels(Part part) {
        return examples(part).stream().mapToInt(Example::label).toArray();
    }

    @Override
    public Drawn draw(Part part, int number, boolean marked, Grid grid) {
        Picture picture =
                new ImageReader().read(examples(part).get(number).picture().path());
        if (!marked) {
            return new Drawn(picture, null);
        }
        double aspect = (double) preprocessing.cropWidth() / preprocessing.cropHeight();
        int purpose = part == Part.TEST ? TEST_PLACES : TRAIN_PLACES;
        Mark mark = design.place(Seeds.random(seed, purpose, number), aspect);
        return new Drawn(mark.on(picture, preprocessing.box(picture.width(), picture.height())), mark.coverage(grid));
    }
}
