package org.eddp.report;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.IntFunction;
import org.eddp.directions.Detectors;
import org.eddp.features.FeatureSet;
import org.eddp.images.decode.Picture;
import org.eddp.metrics.Atlas;
import org.eddp.metrics.ExampleImages;
import org.eddp.metrics.TopImages;
import org.eddp.monitor.Monitor;
import org.eddp.run.Run;
import org.eddp.run.RunPictures;
import org.eddp.run.StoredAtlas;
import org.eddp.tensor.Scope;

/**
 * Crops of {@linkplain ExampleImages example images} of each concept of a run. The images come from the atlas of the
 * run; for another number of images one pass over the features finds them. Crops are drawn on demand and kept.
 */
public final class ConceptExamples implements IntFunction<List<Crop>> {
    private final FeatureSet set;
    private final RunPictures source;
    private final Detectors detectors;
    private final List<List<Integer>> images;
    private final Map<Integer, List<Crop>> drawn = new ConcurrentHashMap<>();

    /**
     * Looks for the images.
     *
     * @param count per concept, at most
     * @throws org.eddp.files.FileFailure if the features are gone
     */
    public ConceptExamples(Run run, int count, Monitor monitor) {
        set = run.features();
        source = run.pictures();
        detectors = run.directions().detectors();
        images = count == ExampleImages.SHOWN
                ? StoredAtlas.of(run, true, monitor).concepts().stream()
                        .map(entry -> entry.examples().stream()
                                .map(Atlas.Sight::image)
                                .toList())
                        .toList()
                : found(run, count, monitor);
    }

    private List<List<Integer>> found(Run run, int count, Monitor monitor) {
        try (Scope scope = Scope.open()) {
            TopImages found = TopImages.of(set, detectors, ExampleImages.candidates(count), run.workers(), monitor);
            return ExampleImages.of(found, set, count).stream()
                    .map(hits -> hits.stream().map(TopImages.Hit::image).toList())
                    .toList();
        }
    }

    /** Refuses images that are gone, before they are needed. */
    public void requirePictures() {
        images.stream().filter(own -> !own.isEmpty()).findFirst().ifPresent(own -> source.picture(own.get(0)));
    }

    /** The crops of a concept, the strongest first. */
    @Override
    public List<Crop> apply(int concept) {
        return drawn.computeIfAbsent(
                concept,
                i -> images.get(i).stream().map(image -> crop(i, image)).toList());
    }

    private Crop crop(int concept, int image) {
        Picture picture = source.picture(image);
        return Crop.of(
                picture,
                source.preprocessing().box(picture.width(), picture.height()),
                Crop.scores(set, detectors, concept, image));
    }
}
