package org.eddp.experiments.synthetic;

import org.eddp.experiments.synthetic.SyntheticResults.Learned;
import org.eddp.report.page.NumberText;

/**
 * The verdict on the measurements of one learning run. The words follow from the numbers; the run's own success flag
 * can only lower the verdict, never raise it.
 *
 * @param smallestIou of the matched detectors
 * @param smallestCosine of the matched signal vectors with the true ones; NaN if one is missing
 * @param conceptsFound concepts that meet both thresholds
 * @param concepts concepts there are
 * @param flagged the run's own success flag
 */
record RecoveryVerdict(double smallestIou, double smallestCosine, int conceptsFound, int concepts, boolean flagged) {
    static final double COSINE_THRESHOLD = 0.98;
    /** An IoU that reads 1.00: a few patches of thousands may be off. */
    static final double IOU_THRESHOLD = 0.995;

    static RecoveryVerdict of(Learned learned) {
        double[] iou = matchedIou(learned.iou(), learned.match());
        int found = 0;
        for (int c = 0; c < iou.length; c++) {
            found += iou[c] >= IOU_THRESHOLD && learned.cosine()[c] > COSINE_THRESHOLD ? 1 : 0;
        }
        return new RecoveryVerdict(
                NumberText.smallest(iou), NumberText.smallest(learned.cosine()), found, iou.length, learned.success());
    }

    /** IoU of each concept with the detector matched to it. */
    static double[] matchedIou(double[][] iou, int[] match) {
        double[] matched = new double[match.length];
        for (int c = 0; c < match.length; c++) {
            matched[c] = iou[match[c]][c];
        }
        return matched;
    }

    boolean detectorsFound() {
        return smallestIou >= IOU_THRESHOLD;
    }

    boolean directionsFound() {
        return smallestCosine > COSINE_THRESHOLD;
    }

    boolean recovered() {
        return detectorsFound() && directionsFound() && flagged;
    }

    /** One or two words, for a table. */
    String word() {
        if (recovered()) {
            return "recovered";
        }
        if (detectorsFound() && directionsFound()) {
            return "almost";
        }
        return conceptsFound > 0 || detectorsFound() || directionsFound() ? "partly" : "not recovered";
    }

    String headline() {
        return switch (word()) {
            case "recovered" -> "Recovered: all " + concepts + " concepts were found without labels.";
            case "almost" -> "Almost recovered: all numbers are close, but the run\u2019s own test is not passed.";
            case "partly" -> "Only partly recovered: " + conceptsFound + " of " + concepts + " concepts.";
            default -> "Not recovered: none of the " + concepts + " concepts was found as it is.";
        };
    }

    /** Two sentences on detectors and directions, with their numbers. */
    String explanation() {
        String detectors = detectorsFound()
                ? "Every concept has a detector that marks its patches and no others"
                : "At least one concept has no detector that marks its patches and no others";
        String directions = directionsFound()
                ? "every signal vector points along the direction in which its concept is really written"
                : "at least one signal vector misses the direction in which its concept is really written";
        String text =
                detectors + " (smallest IoU " + NumberText.score(smallestIou) + ", best possible 1), and " + directions
                        + " (smallest cosine " + NumberText.fixed(smallestCosine, 3) + ", counted as found above "
                        + NumberText.plain(COSINE_THRESHOLD) + ").";
        if (flagged && !recovered()) {
            text += " The run\u2019s own flag says success; the numbers on this page do not support it.";
        }
        return text;
    }
}
