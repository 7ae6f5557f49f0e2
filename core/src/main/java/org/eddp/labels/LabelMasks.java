package org.eddp.labels;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The pixels of every concept in the seen part of one image. */
final class LabelMasks {
    /** A concept without its name. */
    record Key(String category, int number) {}

    private final Map<Key, BitMask> masks = new LinkedHashMap<>();
    private final List<String> categories = new ArrayList<>();

    private LabelMasks() {}

    static LabelMasks of(LabelledImages.Pixels labels, GridOnPixels overlay) {
        LabelMasks found = new LabelMasks();
        for (LabelledImages.Pixels.Layer layer : labels.layers()) {
            if (!found.categories.contains(layer.category())) {
                found.categories.add(layer.category());
            }
            if (layer.map() == null) {
                found.mask(layer.category(), layer.whole(), overlay).setAll();
            } else {
                found.add(layer, labels.width(), overlay);
            }
        }
        return found;
    }

    private BitMask mask(String category, int number, GridOnPixels overlay) {
        return masks.computeIfAbsent(new Key(category, number), key -> new BitMask(overlay.pixels()));
    }

    /** Goes through the pixels run by run: neighbours mostly have the same label. */
    private void add(LabelledImages.Pixels.Layer layer, int width, GridOnPixels overlay) {
        Map<Integer, BitMask> ofLayer = new HashMap<>();
        int across = overlay.columns().pixels();
        int[] map = layer.map();
        for (int y = 0; y < overlay.rows().pixels(); y++) {
            int row = (overlay.rows().first() + y) * width + overlay.columns().first();
            for (int x = 0; x < across; ) {
                int label = map[row + x];
                int end = x + 1;
                while (end < across && map[row + end] == label) {
                    end++;
                }
                if (label != 0) {
                    ofLayer.computeIfAbsent(label, l -> mask(layer.category(), l, overlay))
                            .set(y * across + x, y * across + end);
                }
                x = end;
            }
        }
    }

    /** Categories for which the image is annotated, even if nothing of them is in the seen part. */
    List<String> categories() {
        return categories;
    }

    /** The concepts that the image has. */
    Map<Key, BitMask> masks() {
        return masks;
    }

    /** Pixels with any label of a category. */
    BitMask annotated(String category, GridOnPixels overlay) {
        BitMask annotated = new BitMask(overlay.pixels());
        masks.forEach((key, mask) -> {
            if (key.category().equals(category)) {
                annotated.add(mask);
            }
        });
        return annotated;
    }
}
