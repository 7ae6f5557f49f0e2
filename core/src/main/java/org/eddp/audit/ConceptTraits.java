package org.eddp.audit;

import org.eddp.names.Named;

/**
 * The appearance of a concept, measured without labels. Artefacts such as a logo, a frame or a watermark have a fixed
 * place or shape and look the same in every picture; parts of objects vary.
 *
 * @param pictures in which its detector fires
 * @param patches on which it fires
 * @param area mean number of patches per picture that has it
 * @param areaVariation standard deviation of that number divided by its mean
 * @param placeEntropy entropy of the positions of its patches, relative to that of positions all over the grid: 1 is
 *     anywhere, 0 always the same cell
 * @param border share of its patches on the border of the grid, divided by the share of cells there
 * @param variation variance of its patches divided by that of all patches
 * @param separation distance between the mean largest scores of pictures with and without it, in standard deviations of
 *     the latter
 */
public record ConceptTraits(
        Named concept,
        int pictures,
        long patches,
        double area,
        double areaVariation,
        double placeEntropy,
        double border,
        double variation,
        double separation) {}
