package org.eddp.labels;

import java.util.Arrays;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.eddp.features.FeatureSource;
import org.eddp.images.input.Preprocessing;

/**
 * Images of which both the features and the labels are known: image i of the features is the one whose labels
 * {@link #labels} gives. Reading labels is thread-safe.
 */
public interface LabelledImages {
    /** The features, in the order of the labels. */
    FeatureSource features();

    /** The labels of an image; may read files. */
    Pixels labels(int image);

    /**
     * The part of the label maps over which the grid of features lies, in pixels of the label maps: all of them unless
     * the network saw a crop.
     */
    Preprocessing.CropBox visiblePart(int image);

    /**
     * The images in the units that work on them is cut into: the shards of features. Counts and sums are computed unit
     * by unit.
     */
    default List<int[]> units() {
        return List.of(IntStream.range(0, images()).toArray());
    }

    /** Name of a label. */
    String labelName(int number);

    /** Number of images. */
    default int images() {
        return features().images();
    }

    /**
     * Labelled images that are held in memory.
     *
     * @param features of the images
     * @param pixels labels of the images
     * @param boxes the part of each image that the network saw, in pixels of its label maps; null for whole images
     * @param names of the labels by number
     */
    public record InMemory(
            FeatureSource features, List<Pixels> pixels, List<Preprocessing.CropBox> boxes, IntFunction<String> names)
            implements LabelledImages {
        public InMemory {
            pixels = List.copyOf(pixels);
            if (features.images() != pixels.size()) {
                throw new IllegalArgumentException(
                        "features of " + features.images() + " images, but labels of " + pixels.size());
            }
        }

        @Override
        public Pixels labels(int image) {
            return pixels.get(image);
        }

        @Override
        public Preprocessing.CropBox visiblePart(int image) {
            Pixels maps = pixels.get(image);
            return boxes == null ? new Preprocessing.CropBox(0, 0, maps.width(), maps.height()) : boxes.get(image);
        }

        @Override
        public String labelName(int number) {
            return names.apply(number);
        }
    }

    /**
     * The labels of one image at the resolution at which it was annotated.
     *
     * @param height of the label maps
     * @param width of the label maps
     * @param layers in any order; several of one category where pixels have several labels of it
     */
    public record Pixels(int height, int width, List<Layer> layers) {
        public Pixels {
            if (height < 1 || width < 1) {
                throw new IllegalArgumentException("label maps of " + height + " x " + width + " must have pixels");
            }
            layers = List.copyOf(layers);
            for (Layer layer : layers) {
                if (layer.map() != null && layer.map().length != Math.multiplyExact(height, width)) {
                    throw new IllegalArgumentException("a label map of category " + layer.category() + " has "
                            + layer.map().length + " pixels, but " + height + " x " + width + " are expected");
                }
            }
        }

        /**
         * One label map, or one label of the whole image.
         *
         * @param category that it annotates
         * @param whole number of the label of the whole image; 0 if there is a map
         * @param map number of the label of every pixel, row by row, 0 where there is none; null if there is no map; not
         *     copied
         */
        public record Layer(String category, int whole, int[] map) {
            public Layer {
                if ((map == null) != (whole > 0)) {
                    throw new IllegalArgumentException("a layer of category " + category
                            + " must have a label map or one positive label, not both");
                }
            }

            /** A label of the whole image. */
            public static Layer whole(String category, int label) {
                return new Layer(category, label, null);
            }

            /** A label of every pixel. */
            public static Layer map(String category, int... labels) {
                return new Layer(category, 0, labels);
            }

            @Override
            public boolean equals(Object other) {
                return other instanceof Layer layer
                        && category.equals(layer.category)
                        && whole == layer.whole
                        && Arrays.equals(map, layer.map);
            }

            @Override
            public int hashCode() {
                return category.hashCode() + 31 * (whole + 31 * Arrays.hashCode(map));
            }
        }
    }
}
