package org.eddp.experiments.world;

/** The colour of a material at every point of it, before light falls on it. Coordinates are those of the object. */
@FunctionalInterface
interface Surface {
    Rgb at(double x, double y);

    /** The same everywhere. */
    static Surface plain(Rgb colour) {
        return (x, y) -> colour;
    }
}
