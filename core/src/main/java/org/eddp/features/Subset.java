package org.eddp.features;

import java.util.Arrays;
import org.eddp.tensor.Activation;
import org.eddp.tensor.DType;

/** Some of the images of a source. */
final class Subset implements FeatureSource {
    private final FeatureSource source;
    private final int[] chosen;

    Subset(FeatureSource source, int[] chosen) {
        this.source = source;
        this.chosen = chosen.clone();
    }

    @Override
    public int images() {
        return chosen.length;
    }

    @Override
    public Grid grid() {
        return source.grid();
    }

    @Override
    public int width() {
        return source.width();
    }

    @Override
    public DType type() {
        return source.type();
    }

    @Override
    public Activation activation() {
        return source.activation();
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
