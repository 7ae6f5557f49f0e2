package org.eddp.labels;

/**
 * When a patch shows a concept. The pixels of a patch are those whose centres lie in its cell of the grid.
 *
 * <p>The paper speaks of patches that belong to a concept without a rule. Here a patch shows a concept when at least half of
 * its pixels that have any label of the concept's category are labelled with the concept; pixels without a label of the
 * category do not vote. A dense category (objects) is thus decided by majority, and a sparse one (parts, much smaller than
 * a patch) is not lost. Patches of images that are not annotated for the category are left out: nobody knows.
 *
 * @param share of the voting pixels that must be labelled with the concept, more than 0 and at most 1
 * @param ofAnnotated only pixels with a label of the category vote; else all pixels of the patch
 */
public record PatchRule(double share, boolean ofAnnotated) {
    /** Half of the pixels that have a label of the category. */
    public static final PatchRule MAJORITY = new PatchRule(0.5, true);

    public PatchRule {
        if (!(share > 0 && share <= 1)) {
            throw new IllegalArgumentException("share = " + share + " of the pixels must be more than 0 and at most 1");
        }
    }

    /** Whether a patch shows a concept. */
    boolean shows(int ofConcept, int ofCategory, int pixels) {
        return ofConcept > 0 && ofConcept >= share * (ofAnnotated ? ofCategory : pixels);
    }
}
