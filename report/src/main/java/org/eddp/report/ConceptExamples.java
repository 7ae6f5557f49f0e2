package org.eddp.report;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.IntFunction;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.eddp.directions.Detectors;
import org.eddp.features.FeatureSet;
import org.eddp.images.Picture;
import org.eddp.metrics.DistinctImages;
import org.eddp.metrics.TopImages;
import org.eddp.metrics.TopImages.Hit;
import org.eddp.monitor.Monitor;
import org.eddp.run.Run;
import org.eddp.run.RunPictures;
import org.eddp.tensor.Matrix;
import org.eddp.tensor.Scope;

/**
 * What each concept of a run looks like: crops of the images on which its detector fires most strongly, without near copies of each
 * other, and without images that other concepts show already if there are others. One pass over the features finds them; crops are
 * drawn when they are asked for and kept.
 */
final class ConceptExamples implements IntFunction<List<Crop>> {
    /** Images to choose distinct ones from, per picture shown. */
    private static final int LOOKED_THROUGH = 4;

    /** Fewer crops than this are filled up with near copies. */
    private static final int LEAST = 3;

    /** An image that so many concepts show is shown often. */
    private static final int OFTEN = 2;

    private final FeatureSet set;
    private final RunPictures source;
    private final Detectors detectors;
    private final List<List<Hit>> hits;
    private final Map<Integer, List<Crop>> drawn = new ConcurrentHashMap<>();

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
            int candidates = LOOKED_THROUGH * count;
            TopImages found = TopImages.of(set, detectors, candidates, run.workers(), monitor);
            List<List<Hit>> distinct =
                    spread(DistinctImages.of(found, set, candidates).hits(), count);
            hits = IntStream.range(0, distinct.size())
                    .mapToObj(i -> filled(distinct.get(i), found.hits().get(i), Math.min(count, LEAST)))
                    .toList();
        }
    }

    /** The same hits, with the strongest of the others behind them if they are fewer than wanted. */
    static List<Hit> filled(List<Hit> chosen, List<Hit> all, int least) {
        return Stream.concat(
                        chosen.stream(),
                        all.stream().filter(hit -> !chosen.contains(hit)).limit(Math.max(0, least - chosen.size())))
                .toList();
    }

    /**
     * At most so many hits of every detector, the strongest first. An image that {@value #OFTEN} detectors show is left to them where
     * there are other images, and the same patch of it where there are other patches.
     */
    static List<List<Hit>> spread(List<List<Hit>> found, int count) {
        Map<Object, Integer> uses = new HashMap<>();
        List<List<Hit>> spread = new ArrayList<>();
        for (List<Hit> hits : found) {
            Set<Hit> own = new HashSet<>();
            Predicate<Hit> rareImage = hit -> uses.getOrDefault(hit.image(), 0) < OFTEN;
            Predicate<Hit> rarePatch = hit -> uses.getOrDefault(patch(hit), 0) < OFTEN;
            for (Predicate<Hit> wanted : List.of(rareImage, rarePatch, (Predicate<Hit>) hit -> true)) {
                hits.stream().filter(wanted).filter(hit -> own.size() < count).forEach(own::add);
            }
            for (Hit hit : own) {
                uses.merge(hit.image(), 1, Integer::sum);
                uses.merge(patch(hit), 1, Integer::sum);
            }
            spread.add(hits.stream().filter(own::contains).toList());
        }
        return spread;
    }

    private static List<Integer> patch(Hit hit) {
        return List.of(hit.image(), hit.cell());
    }

    /** Refuses images that are gone, before they are needed. */
    void requirePictures() {
        hits.stream()
                .filter(own -> !own.isEmpty())
                .findFirst()
                .ifPresent(own -> source.picture(own.get(0).image()));
    }

    /** The crops of a concept, the strongest first. */
    @Override
    public List<Crop> apply(int concept) {
        return drawn.computeIfAbsent(concept, this::draw);
    }

    private List<Crop> draw(int concept) {
        return hits.get(concept).stream().map(hit -> crop(concept, hit)).toList();
    }

    private Crop crop(int concept, Hit hit) {
        Picture picture = source.picture(hit.image());
        double[][] map = new double[set.grid().height()][set.grid().width()];
        try (Scope scope = Scope.open()) {
            Matrix rows = set.range(hit.image(), 1).rows(0, 1).toMatrix();
            double[] scores =
                    rows.times(detectors.filters().columns(concept, 1)).values();
            for (int p = 0; p < scores.length; p++) {
                map[p / set.grid().width()][p % set.grid().width()] =
                        scores[p] - detectors.thresholds()[concept];
            }
        }
        return Crop.of(picture, source.preprocessing().box(picture.width(), picture.height()), set.grid(), map, hit);
    }
}
