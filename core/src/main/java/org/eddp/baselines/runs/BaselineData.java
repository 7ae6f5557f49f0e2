package org.eddp.baselines.runs;

import java.util.Set;
import org.eddp.features.FeatureSource;
import org.eddp.features.Head;
import org.eddp.labels.Concept;
import org.eddp.labels.LabelledImages;
import org.eddp.tensor.Activation;

/**
 * What a baseline learns from.
 *
 * @param features of the concept dataset
 * @param activation that computed them
 * @param head upper part of the network, null where the method does not ask it
 * @param labelled images of the train split, null for methods without supervision
 * @param concepts that supervised methods learn, null for all that occur often enough
 */
public record BaselineData(
        FeatureSource features, Activation activation, Head head, LabelledImages labelled, Set<Concept> concepts) {

    /** Features alone. */
    public static BaselineData of(FeatureSource features, Activation activation) {
        return new BaselineData(features, activation, null, null, null);
    }

    /** The same with the upper part of the network. */
    public BaselineData with(Head upper) {
        return new BaselineData(features, activation, upper, labelled, concepts);
    }

    /** The same with labels to learn from. */
    public BaselineData with(LabelledImages images, Set<Concept> wanted) {
        return new BaselineData(features, activation, head, images, wanted);
    }
}
