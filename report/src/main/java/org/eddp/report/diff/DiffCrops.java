package org.eddp.report.diff;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.eddp.failure.Failure;
import org.eddp.features.FeatureSet;
import org.eddp.images.decode.Picture;
import org.eddp.metrics.ExampleImages;
import org.eddp.monitor.Monitor;
import org.eddp.names.Named;
import org.eddp.report.ConceptExamples;
import org.eddp.report.Crop;
import org.eddp.run.Run;
import org.eddp.run.RunPictures;

/** Crops of the concepts of one of the runs; none if its pictures are not available. */
final class DiffCrops {
    private final Run run;
    private final ConceptExamples examples;
    private final Map<String, Integer> numbers = new HashMap<>();

    DiffCrops(Run run, Monitor monitor) {
        this.run = run;
        ConceptExamples found = null;
        try {
            found = new ConceptExamples(run, ExampleImages.SHOWN, monitor);
            found.requirePictures();
        } catch (Failure e) {
            monitor.remark("the page has no pictures of " + run.name() + ": " + e.getMessage());
            found = null;
        }
        examples = found;
        List<FeatureSet.ImageRecord> records = run.features().records();
        for (int n = 0; n < records.size(); n++) {
            numbers.put(records.get(n).name(), n);
        }
    }

    /** Crops of a concept, the strongest first; none if a picture was deleted. */
    List<Crop> of(Named concept, int most) {
        try {
            return examples == null
                    ? List.of()
                    : examples.apply(concept.number()).stream().limit(most).toList();
        } catch (Failure e) {
            return List.of();
        }
    }

    /** A picture with the region on which a concept fires outlined, as a data URL. */
    Optional<String> picture(String name, Named concept) {
        if (examples == null || !numbers.containsKey(name)) {
            return Optional.empty();
        }
        int number = numbers.get(name);
        RunPictures pictures = run.pictures();
        try {
            Picture picture = pictures.picture(number);
            return Optional.of(Crop.of(
                            picture,
                            pictures.preprocessing().box(picture.width(), picture.height()),
                            Crop.scores(run.features(), run.directions().detectors(), concept.number(), number))
                    .whole());
        } catch (Failure e) {
            return Optional.empty();
        }
    }
}
