package org.eddp.metrics;

import org.eddp.images.Picture;

/** The pictures that features were computed from, by the index of the features. Thread-safe. */
public interface PictureSource {
    /** Reads a picture. */
    Picture picture(int image);
}
