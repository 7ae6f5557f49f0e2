package org.eddp.experiments.world;

import java.util.SplittableRandom;

/** Draws one kind of object, each time a little differently. */
@FunctionalInterface
interface Painter {
    void paint(Brush brush, SplittableRandom random);
}
