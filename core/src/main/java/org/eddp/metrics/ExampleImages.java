package org.eddp.metrics;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.eddp.features.FeatureSource;
import org.eddp.metrics.TopImages.Hit;

/**
 * Chooses the images by which pages and the studio show every detector: the ones in which it is most confident, without near
 * copies of each other, and without images that other detectors show already if there are others.
 */
public final class ExampleImages {
    /** Images of every detector on pages and in the studio. */
    public static final int SHOWN = 4;

    /** Images to choose distinct ones from, per image shown. */
    private static final int LOOKED_THROUGH = 4;

    /** Fewer images than this are filled up with near copies. */
    private static final int LEAST = 3;

    /** Detectors that may show the same image. */
    private static final int OFTEN = 2;

    private ExampleImages() {}

    /**
     * Number of most confident images of a detector to choose from.
     *
     * @param count images shown
     */
    public static int candidates(int count) {
        return LOOKED_THROUGH * count;
    }

    /**
     * The images of every detector, the strongest first.
     *
     * @param found {@link #candidates} of every detector
     * @param count images per detector, at most
     */
    public static List<List<Hit>> of(TopImages found, FeatureSource source, int count) {
        return of(found, DistinctImages.of(found, source, candidates(count)), count);
    }

    /**
     * The same, with near copies already found.
     *
     * @param found at least {@link #candidates} of every detector, by falling score
     * @param distinct those of them that are not near copies of stronger ones
     */
    static List<List<Hit>> of(TopImages found, TopImages distinct, int count) {
        List<List<Hit>> top = found.hits().stream()
                .map(hits -> hits.subList(0, Math.min(hits.size(), candidates(count))))
                .toList();
        List<List<Hit>> spread = spread(
                IntStream.range(0, top.size())
                        .mapToObj(i -> distinct.hits().get(i).stream()
                                .filter(top.get(i)::contains)
                                .toList())
                        .toList(),
                count);
        return IntStream.range(0, top.size())
                .mapToObj(i -> filled(spread.get(i), top.get(i), Math.min(count, LEAST)))
                .toList();
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
}
