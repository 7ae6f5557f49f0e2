package org.eddp.experiments.audit;

import java.util.Locale;
import java.util.stream.IntStream;
import org.eddp.experiments.marks.Mark;
import org.eddp.experiments.marks.MarkKind;
import org.eddp.experiments.world.WorldScenes;
import org.eddp.features.Grid;
import org.eddp.images.decode.Picture;
import org.eddp.images.input.Preprocessing.CropBox;
import org.eddp.math.Seeds;

/**
 * Scenes of the drawn world. The seed sets one landmark apart, and the classes are those without it. The mark is this landmark as a
 * spurious object, or a mark that is drawn on the scene.
 */
final class MarkedScenes implements FlawPictures {
    /** Purposes of random draws. */
    private static final int APART = 1;

    private static final int PLANTED = 2;
    private static final int DESIGN = 3;
    private static final int PLACES = 4;
    private static final int SCENES = 6;

    /** Kinds of marks on scenes. */
    enum Kind {
        OBJECT(null),
        TINT(MarkKind.TINT),
        FRAME(MarkKind.FRAME),
        TEXTURE(MarkKind.TEXTURE);

        private final MarkKind mark;

        Kind(MarkKind mark) {
            this.mark = mark;
        }

        /** The name in results. */
        String label() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    private final Kind kind;
    private final int side;
    private final int perTrain;
    private final int perTest;
    private final long seed;
    private final int object;
    private final int[] classes;
    private final int planted;
    private final MarkKind.Design design;

    /**
     * Chooses the classes, the planted class and the mark.
     *
     * @param side of a scene in pixels
     * @param perTrain scenes of a class to learn from
     * @param perTest scenes of a class to judge by
     */
    MarkedScenes(Kind kind, int side, int perTrain, int perTest, long seed) {
        this.kind = kind;
        this.side = side;
        this.perTrain = perTrain;
        this.perTest = perTest;
        this.seed = seed;
        object = WorldScenes.choose(1, 0, Seeds.random(seed, APART))[0];
        classes = IntStream.range(0, WorldScenes.classes().size())
                .filter(k -> !WorldScenes.shows(k, object))
                .toArray();
        planted = Seeds.random(seed, PLANTED).nextInt(classes.length);
        design = kind.mark == null ? null : kind.mark.design(Seeds.random(seed, DESIGN, kind.ordinal()));
    }

    @Override
    public Flaw flaw() {
        return new Flaw(
                kind.label(),
                IntStream.of(classes).mapToObj(WorldScenes.classes()::get).toList(),
                planted);
    }

    @Override
    public int[] labels(Part part) {
        int perClass = part == Part.TEST ? perTest : perTrain;
        return IntStream.range(0, perClass * classes.length)
                .map(n -> n / perClass)
                .toArray();
    }

    @Override
    public Drawn draw(Part part, int number, boolean marked, Grid grid) {
        int label = classes[labels(part)[number]];
        long own = Seeds.mix(seed, SCENES + part.ordinal(), number);
        WorldScenes.Scene scene = WorldScenes.draw(side, label, own, marked && design == null ? object : -1);
        if (!marked) {
            return new Drawn(scene.picture(), null);
        }
        if (design == null) {
            return new Drawn(scene.picture(), scene.coverage(grid));
        }
        Mark mark = design.place(Seeds.random(own, PLACES), 1);
        Picture picture = mark.on(scene.picture(), new CropBox(0, 0, side, side));
        return new Drawn(picture, mark.coverage(grid));
    }
}
