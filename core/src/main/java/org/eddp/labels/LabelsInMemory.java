package org.eddp.labels;

import java.util.List;
import java.util.function.IntFunction;
import org.eddp.features.FeatureSource;
import org.eddp.images.CropBox;

/**
 * Labelled images that are held in memory.
 *
 * @param features of the images
 * @param pixels labels of the images
 * @param boxes what the network saw of each image, in pixels of its label maps; null for all of every image
 * @param names of the labels by number
 */
public record LabelsInMemory(
        FeatureSource features, List<LabelledPixels> pixels, List<CropBox> boxes, IntFunction<String> names)
        implements LabelledImages {
    public LabelsInMemory {
        pixels = List.copyOf(pixels);
        if (features.images() != pixels.size()) {
            throw new IllegalArgumentException(
                    "features of " + features.images() + " images, but labels of " + pixels.size());
        }
    }

    @Override
    public LabelledPixels labels(int image) {
        return pixels.get(image);
    }

    @Override
    public CropBox visiblePart(int image) {
        LabelledPixels maps = pixels.get(image);
        return boxes == null ? new CropBox(0, 0, maps.width(), maps.height()) : boxes.get(image);
    }

    @Override
    public String labelName(int number) {
        return names.apply(number);
    }
}
