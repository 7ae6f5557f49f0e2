package org.eddp.experiments.synthetic;

import java.util.ArrayList;
import java.util.List;
import org.eddp.experiments.synthetic.SyntheticResults.Settings;

/** The paper's numbers for its synthetic experiment, and whether a run is comparable. */
final class PaperNumbers {
    static final String ACCURACY = "96.33\u00a0%";
    static final String RMSE = "0.06";
    static final String RMSE_WITHOUT_FSO = "0.31";

    private static final int DIM = 8;
    private static final int CONCEPTS = 3;
    private static final int DISTRACTORS = 2;
    private static final int IMAGES_PER_CLASS = 1000;

    private PaperNumbers() {}

    /** The settings in which a run differs from the paper's, in words; empty if there are none. */
    static List<String> differences(Settings run) {
        List<String> found = new ArrayList<>();
        compare(found, "feature width", run.dim(), DIM);
        compare(found, "concepts", run.concepts(), CONCEPTS);
        compare(found, "distractors", run.distractorCount(), DISTRACTORS);
        compare(found, "concept groups", run.groups(), 1);
        compare(found, "images per class", run.imagesPerClass(), IMAGES_PER_CLASS);
        if (run.randomBasis()) {
            found.add("directions drawn at random instead of the paper\u2019s");
        }
        return found;
    }

    private static void compare(List<String> found, String what, int here, int paper) {
        if (here != paper) {
            found.add(what + " " + here + " (paper: " + paper + ")");
        }
    }
}
