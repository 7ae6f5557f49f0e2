package org.eddp.audit;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.IntFunction;
import org.eddp.directions.Directions;
import org.eddp.features.FeatureSource;
import org.eddp.features.Head;
import org.eddp.intervene.ConceptStatistics;
import org.eddp.names.Named;
import org.eddp.tensor.Activation;

/**
 * The subject of an audit.
 *
 * @param directions of the run
 * @param statistics of its concepts
 * @param source features of all pictures
 * @param head of the network
 * @param activation of the layer
 * @param concepts number and name of every concept
 * @param outputs number of classes or labels
 * @param classes number and name of a class
 * @param pictures name of every picture
 * @param predictions of the network for every picture
 * @param truth true classes of every picture, null where they are not known; null without labels
 * @param labels where these come from; null without labels
 */
public record AuditSubject(
        Directions directions,
        ConceptStatistics statistics,
        FeatureSource source,
        Head head,
        Activation activation,
        List<Named> concepts,
        int outputs,
        IntFunction<Named> classes,
        List<String> pictures,
        List<int[]> predictions,
        List<int[]> truth,
        String labels) {
    public AuditSubject {
        concepts = List.copyOf(concepts);
        pictures = List.copyOf(pictures);
        predictions = List.copyOf(predictions);
        truth = truth == null ? null : Collections.unmodifiableList(new ArrayList<>(truth));
    }
}
