package org.eddp.experiments.world;

import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.eddp.features.Grid;
import org.eddp.images.decode.Picture;
import org.eddp.math.Seeds;

/** Scenes of the world that exist twice: with and without one object that belongs to another class. */
public final class WorldScenes {
    private static final List<ObjectKind> OBJECTS = WorldClass.ALL.stream()
            .flatMap(kind -> Stream.of(kind.landmark(), kind.visitor()))
            .distinct()
            .sorted()
            .toList();

    private WorldScenes() {}

    /** Names of the classes. */
    public static List<String> classes() {
        return WorldClass.ALL.stream().map(WorldClass::label).toList();
    }

    /** Names of the objects that define the classes, which the network of a world therefore sees. */
    public static List<String> objects() {
        return OBJECTS.stream().map(ObjectKind::label).toList();
    }

    /** Whether the pictures of a class show an object of themselves; numbers as in {@link #classes} and {@link #objects}. */
    public static boolean shows(int label, int object) {
        WorldClass kind = WorldClass.ALL.get(label);
        return kind.landmark() == OBJECTS.get(object) || kind.visitor() == OBJECTS.get(object);
    }

    /**
     * Objects of the chosen number of landmarks and visitors.
     *
     * @return numbers, in order
     */
    public static int[] choose(int landmarks, int visitors, SplittableRandom random) {
        int[] first = numbers(WorldClass::landmark);
        int[] second = numbers(WorldClass::visitor);
        return IntStream.concat(
                        IntStream.of(Seeds.choose(first.length, landmarks, random))
                                .map(k -> first[k]),
                        IntStream.of(Seeds.choose(second.length, visitors, random))
                                .map(k -> second[k]))
                .toArray();
    }

    private static int[] numbers(Function<WorldClass, ObjectKind> part) {
        return WorldClass.ALL.stream()
                .map(part)
                .distinct()
                .mapToInt(OBJECTS::indexOf)
                .toArray();
    }

    /**
     * A scene.
     *
     * @param picture its pixels
     *
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
     * @param object to put into it, as in {@link #objects}; -1 for none. The class must not show it of itself
     */
    public static Scene draw(int size, int label, long seed, int object) {
        ObjectKind kind = object < 0 ? null : OBJECTS.get(object);
        SplittableRandom own = Seeds.random(seed, 2, object);
        WorldPicture picture = Composer.compose(
                        size, WorldClass.ALL.get(label), Seeds.random(seed, 1), new Composer.Planted(kind, own))
                .picture();
        boolean[] planted = new boolean[size * size];
        for (int k = 0; k < planted.length; k++) {
            planted[k] = kind != null && picture.objects()[k] == kind.ordinal();
        }
        return new Scene(new Picture(size, size, picture.rgb()), planted);
    }
}
