package org.eddp.report;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.IntFunction;
import org.eddp.directions.Detectors;
import org.eddp.features.FeatureSet;
import org.eddp.images.Picture;
import org.eddp.metrics.DistinctImages;
import org.eddp.metrics.TopImages;
import org.eddp.monitor.Monitor;
import org.eddp.run.Run;
import org.eddp.run.RunPictures;
import org.eddp.tensor.Matrix;
import org.eddp.tensor.Scope;

/**
 * What each concept of a run looks like: the images on which its detector fires most strongly, without near copies of each other,
 * outlined where it fires. One pass over the features finds them; pictures are drawn when they are asked for and kept.
 */
final class ConceptExamples implements IntFunction<List<String>> {
    /** Images to choose distinct ones from, per picture shown. */
    private static final int LOOKED_THROUGH = 4;

    private final FeatureSet set;
    private final RunPictures source;
    private final Detectors detectors;
    private final TopImages top;
    private final Map<Integer, List<String>> drawn = new ConcurrentHashMap<>();

    /**
     * Looks for the images.
     *
     * @param count per concept, at most
     * @throws org.eddp.files.FileFailure if the features are gone
     */
    ConceptExamples(Run run, int count, Monitor monitor) {
        set = run.features();
        source = run.pictures();
        detectors = run.directions().detectors();
        try (Scope scope = Scope.open()) {
            TopImages found = TopImages.of(set, detectors, LOOKED_THROUGH * count, run.workers(), monitor);
            top = DistinctImages.of(found, set, count);
        }
    }

    /** Refuses images that are gone, before they are needed. */
    void requirePictures() {
        top.hits().stream()
                .filter(hits -> !hits.isEmpty())
                .findFirst()
                .ifPresent(hits -> source.picture(hits.get(0).image()));
    }

    /** The pictures of a concept as data addresses, the strongest first. */
    @Override
    public List<String> apply(int concept) {
        return drawn.computeIfAbsent(concept, this::draw);
    }

    private List<String> draw(int concept) {
        return top.hits().get(concept).stream()
                .map(hit -> picture(concept, hit.image()))
                .toList();
    }

    private String picture(int concept, int image) {
        Picture picture = source.picture(image);
        double[][] map = new double[set.grid().height()][set.grid().width()];
        try (Scope scope = Scope.open()) {
            Matrix rows = set.range(image, 1).rows(0, 1).toMatrix();
            double[] scores =
                    rows.times(detectors.filters().columns(concept, 1)).values();
            for (int p = 0; p < scores.length; p++) {
                map[p / set.grid().width()][p % set.grid().width()] =
                        scores[p] - detectors.thresholds()[concept];
            }
        }
        return RunReport.Card.picture(picture, source.preprocessing().box(picture.width(), picture.height()), map);
    }
}
