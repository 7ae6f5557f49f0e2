package org.eddp.experiments.chess;

import java.util.Locale;

/** The classes of the experiment, in the order of the network's outputs. */
enum Piece {
    BISHOP(67),
    KNIGHT(71),
    ROOK(72);

    private final int images;

    Piece(int images) {
        this.images = images;
    }

    /** Number of pictures of it in the paper's dataset. */
    public int images() {
        return images;
    }

    /** Its name in lower case, which is also that of its folder. */
    String title() {
        return name().toLowerCase(Locale.ROOT);
    }
}
