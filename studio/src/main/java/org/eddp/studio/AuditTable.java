package org.eddp.studio;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.eddp.audit.Audit;
import org.eddp.audit.Suspect;
import org.eddp.features.FeatureSet;
import org.eddp.names.Named;
import org.eddp.network.OutputKind;
import org.eddp.network.Prediction;
import org.eddp.report.Crop;
import org.eddp.run.Results;
import org.eddp.run.Run;
import org.eddp.tensor.Scope;

/**
 * The audit of a run, and for each suspect a picture in which it can be planted. Both are read or found once, and kept
 * until the audit or the run changes.
 */
final class AuditTable {
    private static final int LOGITS_AT_ONCE = 1024;
    /** Pictures that are searched for one without the concept. */
    private static final int MOST_TRIED = 64;

    private final Path folder;
    private String stamp = "";
    private Audit audit;
    private List<Planting> plantings;

    AuditTable(Path folder) {
        this.folder = folder;
    }

    /**
     * Where a suspect can be planted.
     *
     * @param image nearest to the class of those that are not taken for it and do not have the concept
     * @param cells where the first concept is in the first example of the suspect
     */
    record Planting(int image, List<Integer> cells) {}

    /** Shows an audit that may not be written into the run, until the files of the run change. */
    synchronized void put(Audit measured) {
        stamp = stamp();
        audit = measured;
        plantings = null;
    }

    /** The current audit; empty if none was made of these directions. To be used within {@link OpenRun#ask}. */
    synchronized Optional<Audit> audit(Run run) {
        String now = stamp();
        if (!now.equals(stamp)) {
            audit = run.read(Results.AUDIT).orElse(null);
            plantings = null;
            stamp = now;
        }
        return Optional.ofNullable(audit);
    }

    private String stamp() {
        return FileStamp.of(folder, Results.RUN, Results.DIRECTIONS.name(), Results.AUDIT.name());
    }

    /**
     * A place for each suspect of the current audit; null where no picture is suitable. To be used within
     * {@link OpenRun#ask}.
     */
    synchronized List<Planting> plantings(Run run) {
        List<Suspect> suspects = audit(run).map(Audit::suspects).orElse(List.of());
        if (plantings == null) {
            plantings = new ArrayList<>();
            suspects.forEach(suspect -> plantings.add(planting(run, suspect)));
        }
        return Collections.unmodifiableList(plantings);
    }

    private static Planting planting(Run run, Suspect suspect) {
        FeatureSet set = run.features();
        int label = suspect.label().number();
        Optional<Suspect.Example> example = suspect.examples().stream().findFirst();
        if (example.isEmpty()
                || example.get().picture() >= set.images()
                || label >= set.info().classes()) {
            return null; // made from other features
        }
        List<Integer> cells =
                firing(run, suspect.concepts().get(0), example.get().picture());
        if (cells.isEmpty()) {
            return null;
        }
        return nearest(set, label).stream()
                .filter(image -> suspect.concepts().stream()
                        .allMatch(concept -> firing(run, concept, image).isEmpty()))
                .findFirst()
                .map(image -> new Planting(image, cells))
                .orElse(null);
    }

    /** Patches of an image on which the detector of a concept fires. */
    private static List<Integer> firing(Run run, Named concept, int image) {
        double[][] scores = Crop.scores(run.features(), run.directions().detectors(), concept.number(), image);
        int columns = scores[0].length;
        return IntStream.range(0, scores.length * columns)
                .filter(p -> scores[p / columns][p % columns] > 0)
                .boxed()
                .toList();
    }

    private record Distance(int image, double gap) {}

    /** Images that are not taken for a class, nearest to it first. */
    private static List<Integer> nearest(FeatureSet set, int label) {
        List<Distance> all = new ArrayList<>();
        for (int first = 0; first < set.images(); first += LOGITS_AT_ONCE) {
            try (Scope scope = Scope.open()) {
                Prediction[] predictions = Prediction.of(
                        set.outputs(),
                        set.logits(first, Math.min(LOGITS_AT_ONCE, set.images() - first))
                                .toDoubles(),
                        set.info().classes());
                for (int n = 0; n < predictions.length; n++) {
                    if (!predictions[n].has(label)) {
                        all.add(new Distance(first + n, gap(predictions[n], label)));
                    }
                }
            }
        }
        return all.stream()
                .sorted(Comparator.comparingDouble(Distance::gap))
                .limit(MOST_TRIED)
                .map(Distance::image)
                .toList();
    }

    private static double gap(Prediction prediction, int label) {
        double taken = prediction.outputs() == OutputKind.CLASSES ? prediction.logits()[prediction.label()] : 0;
        return taken - prediction.logits()[label];
    }
}
