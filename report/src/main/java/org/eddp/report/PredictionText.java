package org.eddp.report;

import java.util.List;
import java.util.stream.Collectors;
import org.eddp.explain.ExplainedImage;
import org.eddp.names.Named;
import org.eddp.network.OutputKind;

/** A prediction in words: the predicted class or labels. */
final class PredictionText {
    private PredictionText() {}

    /** Labels in a sentence. */
    static String labels(List<Named> labels) {
        return labels.isEmpty()
                ? "no label"
                : labels.stream().map(label -> label.inSentence("label")).collect(Collectors.joining(", "));
    }

    /** Below a picture. */
    static String caption(ExplainedImage explained) {
        return explained.outputs() == OutputKind.LABELS
                ? "labels found: " + (explained.taken().isEmpty() ? "none" : labels(explained.taken()))
                : "taken for " + explained.predicted().inSentence("class");
    }

    /** The prediction as the beginning of a sentence. */
    static String sentence(ExplainedImage explained) {
        return explained.outputs() == OutputKind.LABELS
                ? "The network finds " + labels(explained.taken()) + " on " + explained.image()
                : "The network takes " + explained.image() + " for "
                        + explained.predicted().inSentence("class");
    }
}
