package org.eddp.features;

import org.eddp.tensor.Activation;
import org.eddp.tensor.DType;

/** Features derived from another source: a subset, or a cache. */
abstract class DerivedFeatures implements FeatureSource {
    final FeatureSource source;

    DerivedFeatures(FeatureSource source) {
        this.source = source;
    }

    @Override
    public int images() {
        return source.images();
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
}
