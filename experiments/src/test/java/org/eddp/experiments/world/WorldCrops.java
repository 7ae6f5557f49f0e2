package org.eddp.experiments.world;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.eddp.experiments.training.TrainingImages.Example;
import org.eddp.images.decode.Picture;
import org.eddp.labels.AnnotatedDataset;

/**
 * Parts of pictures of the world, each with a word that is true of it: rectangles as they lie around what a detector fires on, with
 * some of what is beside it.
 */
final class WorldCrops {
    /** Share of a rectangle that has to show what the word says. */
    private static final double SHOWN = 0.4;

    /** Sides, as parts of the picture's. */
    private static final double LONGEST = 0.6;

    private static final double SHORTEST = 0.12;
    private static final double SMALLER = 0.75;
    private static final int MAPS = 64;

    private final int size;
    private final WorldLabels labels = new WorldLabels();
    private final List<String> words = new ArrayList<>();
    private final Map<Integer, Integer> classes = new TreeMap<>();

    /** @param size of the pictures that are drawn */
    WorldCrops(int size) {
        this.size = size;
        for (AnnotatedDataset.Label label : labels.all()) {
            if (!label.categories().containsKey("scene")) { // true of a picture, not of a part of it
                classes.put(label.number(), words.size());
                words.add(label.name());
            }
        }
    }

    /** The words; the class of an example is the place of its word. */
    List<String> words() {
        return List.copyOf(words);
    }

    /** Some parts of a picture that is drawn for it, around things of any kind and size alike; fewer if some are too small. */
    List<Example> draw(int count, SplittableRandom random) {
        WorldClass kind = WorldClass.ALL.get(random.nextInt(WorldClass.ALL.size()));
        WorldPicture picture = Composer.compose(size, kind, random.split()).picture();
        List<int[]> maps = labels.maps(picture, MAPS).values().stream()
                .map(layers -> layers.get(0))
                .toList();
        Map<Integer, List<Integer>> places = new TreeMap<>();
        for (int[] map : maps) {
            for (int pixel = 0; pixel < map.length; pixel++) {
                if (classes.containsKey(map[pixel])) {
                    places.computeIfAbsent(map[pixel], n -> new ArrayList<>()).add(pixel);
                }
            }
        }
        List<Integer> present = List.copyOf(places.keySet());
        List<Example> examples = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            int label = present.get(random.nextInt(present.size()));
            List<Integer> own = places.get(label);
            Rectangle part = around(maps, label, own.get(random.nextInt(own.size())), random);
            if (part != null) {
                examples.add(new Example(
                        cut(picture, part),
                        part.shown(maps).stream().mapToInt(classes::get).toArray()));
            }
        }
        return examples;
    }

    /** In pixels of a label map. */
    private record Rectangle(int left, int top, int width, int height) {
        /** Labels that enough of it shows. */
        private List<Integer> shown(List<int[]> maps) {
            Map<Integer, Integer> counts = new TreeMap<>();
            for (int[] map : maps) {
                for (int y = top; y < top + height; y++) {
                    for (int x = left; x < left + width; x++) {
                        counts.merge(map[y * MAPS + x], 1, Integer::sum);
                    }
                }
            }
            counts.remove(0);
            return counts.entrySet().stream()
                    .filter(entry -> entry.getValue() >= SHOWN * width * height)
                    .map(Map.Entry::getKey)
                    .toList();
        }
    }

    /** A rectangle of random sides around a pixel, made smaller until enough of it shows the label; null if it never does. */
    private static Rectangle around(List<int[]> maps, int label, int pixel, SplittableRandom random) {
        double width = random.nextDouble(SHORTEST, LONGEST);
        double height = Math.min(LONGEST, Math.max(SHORTEST, width * random.nextDouble(0.6, 1.7)));
        while (Math.max(width, height) >= SHORTEST) {
            int across = Math.max(2, (int) Math.round(width * MAPS));
            int down = Math.max(2, (int) Math.round(height * MAPS));
            Rectangle part = new Rectangle(
                    Math.min(Math.max(pixel % MAPS - across / 2, 0), MAPS - across),
                    Math.min(Math.max(pixel / MAPS - down / 2, 0), MAPS - down),
                    across,
                    down);
            if (part.shown(maps).contains(label)) {
                return part;
            }
            width *= SMALLER;
            height *= SMALLER;
        }
        return null;
    }

    private Picture cut(WorldPicture picture, Rectangle part) {
        int left = part.left * size / MAPS;
        int top = part.top * size / MAPS;
        int width = Math.max(1, part.width * size / MAPS);
        int height = Math.max(1, part.height * size / MAPS);
        byte[] rgb = new byte[width * height * Picture.CHANNELS];
        int row = width * Picture.CHANNELS;
        for (int y = 0; y < height; y++) {
            System.arraycopy(picture.rgb(), ((top + y) * size + left) * Picture.CHANNELS, rgb, y * row, row);
        }
        return new Picture(width, height, rgb);
    }
}
