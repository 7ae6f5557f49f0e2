package org.eddp.experiments.world;

/** Pieces of objects: the labels of category {@code part}. A window may belong to a house or a car. */
enum ObjectPart implements LabelledConstant {
    /** The piece has no name; not labelled. */
    NONE,
    ROOF,
    FACADE,
    DOOR,
    WINDOW,
    CHIMNEY,
    CROWN,
    TRUNK,
    HULL,
    SAIL,
    MAST,
    TABLETOP,
    LEG,
    BODYWORK,
    WHEEL,
    HEADLIGHT,
    HEAD,
    HAIR,
    TORSO,
    ARM,
    SHADE,
    STAND,
    FOOT,
    CANOPY,
    HANDLE,
    PETALS,
    STEM,
    PANEL,
    POST,
    RAIL
}
