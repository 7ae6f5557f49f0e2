package org.eddp.experiments.world;

/** What can be seen: the labels of category {@code object}. */
enum ObjectKind implements LabelledConstant {
    /** Clutter without a name; not labelled. */
    NONE(0, null),

    // Landmarks: one of them is in every picture.
    HOUSE(0.72, Landmarks::house),
    TREE(0.8, Landmarks::tree),
    BOAT(0.7, Landmarks::boat),
    TABLE(0.5, Landmarks::table),

    // Visitors: one of them is in every picture.
    CAR(0.42, Visitors::car),
    PERSON(0.68, Visitors::person),
    LAMP(0.68, Visitors::lamp),

    // Anything else may be there as well.
    BUSH(0.3, Extras::bush),
    ROCK(0.25, Extras::rock),
    BALL(0.22, Extras::ball),
    CRATE(0.26, Extras::crate),
    FENCE(0.3, Extras::fence),
    FLOWER(0.32, Extras::flower),
    SIGN(0.42, Extras::sign),
    UMBRELLA(0.5, Extras::umbrella),

    // What is behind.
    SKY(0, null),
    LAWN(0, null),
    SHORE(0, null),
    SEA(0, null),
    ROAD(0, null),
    FLOOR(0, null),
    WALL(0, null),
    DRIFT(0, null);

    private final double height;
    private final Painter painter;

    ObjectKind(double height, Painter painter) {
        this.height = height;
        this.painter = painter;
    }

    /** Usual height, as a share of the picture's. */
    double height() {
        return height;
    }

    Painter painter() {
        return painter;
    }
}
