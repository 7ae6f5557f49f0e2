package org.eddp.features;

/**
 * What a feature set knows of one image.
 *
 * @param name relative to the folder it came from
 * @param label name of its class, null if not known
 * @param sha256 digest of the image file
 * @param predicted the class the network predicts, -1 for a skipped image
 * @param skipped why the image has no features, null if it has
 */
public record ImageRecord(String name, String label, String sha256, int predicted, String skipped) {
    /** Whether the image has features. */
    public boolean present() {
        return skipped == null;
    }
}
