package org.eddp.features;

/**
 * All images of a source in ranges that are worked on one at a time, so that memory does not depend on their number. Ranges do
 * not depend on threads.
 *
 * @param images of a range; the last one may have fewer
 */
public record ImageRanges(FeatureSource source, int images) {
    /**
     * Ranges of a certain size, of one image at least.
     *
     * @param widest numbers held per patch
     * @param elements numbers held for a range
     */
    public static ImageRanges of(FeatureSource source, int widest, long elements) {
        return new ImageRanges(
                source, (int) Math.max(1, elements / source.grid().cells() / widest));
    }

    /** Number of ranges. */
    public int count() {
        return (source.images() + images - 1) / images;
    }

    /** First image of a range. */
    public int first(int range) {
        return range * images;
    }

    /** The images of a range; valid within the open scope. */
    public Batch batch(int range) {
        int first = first(range);
        return source.range(first, Math.min(images, source.images() - first));
    }
}
