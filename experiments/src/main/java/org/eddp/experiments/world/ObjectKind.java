package org.eddp.experiments.world;

/** Objects: the labels of category {@code object}. */
enum ObjectKind implements LabelledConstant {
    /** Clutter without a name; not labelled. */
    NONE(0, null),

    // Landmarks: one of them is in every picture.
    HOUSE(0.72, Landmarks::house),
    TREE(0.8, Landmarks::tree),
    BOAT(0.7, Landmarks::boat),
    TABLE(0.5, Landmarks::table),

    // Foreground objects: one of them is in every picture.
    CAR(0.42, ForegroundObjects::car),
    PERSON(0.68, ForegroundObjects::person),
    LAMP(0.68, ForegroundObjects::lamp),

    // Anything else may be there as well.
    BUSH(0.3, DistractorObjects::bush),
    ROCK(0.25, DistractorObjects::rock),
    BALL(0.22, DistractorObjects::ball),
    CRATE(0.26, DistractorObjects::crate),
    FENCE(0.3, DistractorObjects::fence),
    FLOWER(0.32, DistractorObjects::flower),
    SIGN(0.42, DistractorObjects::sign),
    UMBRELLA(0.5, DistractorObjects::umbrella),

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
