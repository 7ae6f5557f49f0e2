package org.eddp.experiments.world;

import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import org.eddp.features.Grid;
import org.eddp.images.Picture;
import org.eddp.math.Seeds;

/** Scenes of the world that exist twice: with and without one object that no class depends on. */
public final class WorldScenes {
    private WorldScenes() {}

    /** Names of the classes. */
    public static List<String> classes() {
        return WorldClass.ALL.stream().map(WorldClass::label).toList();
    }

    /** Names of the objects that no class depends on. */
    public static List<String> objects() {
        return Composer.EXTRAS.stream().map(ObjectKind::label).toList();
    }

    /**
     * A scene.
     *
     * @param picture what it looks like
     * @param planted pixels that show the object which was put into it, row by row
     */
    public record Scene(Picture picture, boolean[] planted) {
        /** Share of every cell of a grid that shows the object, row by row. */
        public double[] coverage(Grid grid) {
            double[] shown = new double[grid.cells()];
            double[] pixels = new double[grid.cells()];
            for (int k = 0; k < planted.length; k++) {
                int row = k / picture.width() * grid.height() / picture.height();
                int column = k % picture.width() * grid.width() / picture.width();
                pixels[row * grid.width() + column]++;
                shown[row * grid.width() + column] += planted[k] ? 1 : 0;
            }
            for (int cell = 0; cell < shown.length; cell++) {
                shown[cell] /= Math.max(1, pixels[cell]);
            }
            return shown;
        }
    }

    /**
     * Draws a scene. It is the same for every object, and without one, except for the object and its shadow.
     *
     * @param size in pixels, both ways
     * @param label class, as in {@link #classes}
     * @param seed of the scene
     * @param object to put into it, as in {@link #objects}; -1 for none
     * @param absent objects that the scene does not have otherwise; holds {@code object}
     */
    public static Scene draw(int size, int label, long seed, int object, Set<Integer> absent) {
        ObjectKind kind = object < 0 ? null : Composer.EXTRAS.get(object);
        Set<ObjectKind> left = absent.stream().map(Composer.EXTRAS::get).collect(Collectors.toSet());
        SplittableRandom own = Seeds.random(seed, 2, object);
        WorldPicture picture = Composer.compose(
                        size, WorldClass.ALL.get(label), Seeds.random(seed, 1), new Composer.Planted(kind, left, own))
                .picture();
        boolean[] planted = new boolean[size * size];
        for (int k = 0; k < planted.length; k++) {
            planted[k] = kind != null && picture.objects()[k] == kind.ordinal();
        }
        return new Scene(new Picture(size, size, picture.rgb()), planted);
    }
}
