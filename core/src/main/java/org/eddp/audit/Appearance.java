package org.eddp.audit;

/**
 * The appearance of a concept in the pictures of a class, measured without labels. On one half of the pictures, a detector is refitted to the
 * patches on which the concept fires in pictures taken for the class ({@link ClassVersions}); the other half is measured with it.
 *
 * <p>An artefact such as a logo, a card or a frame is the same in every picture: it is there or not, its patches vary little, and hardly differ
 * between pictures. Parts of objects are there more or less, vary as much as other patches, and differ from picture to picture.
 *
 * <p>A picture has it if the detector fires on at least a quarter of the usual area ({@link LeastAreas}). Its reading is the weakest on that
 * many patches.
 *
 * @param share of the pictures taken for the class that have it
 * @param otherShare of the other pictures that have it
 * @param separation distance between the readings of the pictures of the class that have it and those of all other pictures, in
 *     standard deviations (d')
 * @param variation variance of its patches divided by the variance of all patches
 * @param difference variance of its mean patches between pictures, less what chance adds to it, divided by the variance of all patches
 * @param area mean number of patches in a picture that has it
 * @param areaVariation standard deviation of that number divided by its mean
 * @param placeEntropy entropy of the positions of its patches, relative to that of positions all over the grid: 1 is anywhere, 0 always the
 *     same cell
 * @param border share of its patches on the border of the grid, divided by the share of cells there
 * @param gapClosed when it is written into other pictures: by how much their distance to the class shrinks, as a share of it
 * @param turned share of these pictures that are then taken for the class
 */
public record Appearance(
        double share,
        double otherShare,
        double separation,
        double variation,
        double difference,
        double area,
        double areaVariation,
        double placeEntropy,
        double border,
        double gapClosed,
        double turned) {
    /** Keeps a concept that is in no other picture from having an infinite value. */
    private static final double RARE = 0.02;
    /** The same for patches or an area that never vary. */
    private static final double CONSTANT = 0.05;

    /**
     * How much it looks like an artefact: d' / (v b sqrt(a) o), with the relative variance v, its part between pictures b, the variation of
     * the area a, and the share of other pictures o.
     */
    public double constancy() {
        return separation
                / (Math.max(CONSTANT, variation)
                        * Math.max(CONSTANT, difference)
                        * Math.sqrt(Math.max(CONSTANT, areaVariation))
                        * (otherShare + RARE));
    }
}
