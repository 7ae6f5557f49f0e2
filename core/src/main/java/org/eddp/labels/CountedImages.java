package org.eddp.labels;

/** In which images the active pixels of a detector count towards its union with a concept. */
public enum CountedImages {
    /**
     * In images annotated for the concept's category only: elsewhere nobody knows whether the concept is there. The
     * default, and what Network Dissection does.
     */
    ANNOTATED_IMAGES,
    /** In all images: a detector also pays for firing where the category was never annotated. */
    ALL_IMAGES
}
