package org.eddp.features;

import java.util.Arrays;
import org.eddp.features.FeatureSource.Batch;

/** Some of the images of a source. */
final class Subset extends DerivedFeatures {
    private final int[] chosen;

    Subset(FeatureSource source, int[] chosen) {
        super(source);
        this.chosen = chosen.clone();
    }

    @Override
    public int images() {
        return chosen.length;
    }

    @Override
    public Batch range(int first, int count) {
        return source.select(Arrays.copyOfRange(chosen, first, first + count));
    }

    @Override
    public Batch select(int[] images) {
        return source.select(Arrays.stream(images).map(i -> chosen[i]).toArray());
    }
}
