package org.eddp.experiments.world;

import java.util.Locale;

/** Constants whose label in the dataset is their name in small letters. */
interface LabelledConstant {
    String name();

    int ordinal();

    /** The label's name. */
    default String label() {
        return name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
}
