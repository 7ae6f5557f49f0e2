package org.eddp.labels;

import java.util.Arrays;
import java.util.List;

/**
 * The labels of one image at the resolution at which it was annotated.
 *
 * @param height of the label maps
 * @param width of the label maps
 * @param layers in any order; several of one category where pixels have several labels of it
 */
public record LabelledPixels(int height, int width, List<Layer> layers) {
    public LabelledPixels {
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
                throw new IllegalArgumentException(
                        "a layer of category " + category + " must have a label map or one positive label, not both");
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
