package org.eddp.study.view;

import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.eddp.directions.Detectors;
import org.eddp.files.Json;
import org.eddp.labels.ConceptNames;
import org.eddp.math.Vectors;
import org.eddp.metrics.Atlas;
import org.eddp.monitor.Monitor;
import org.eddp.run.Results;
import org.eddp.run.Run;
import org.eddp.run.StoredAtlas;
import org.eddp.tensor.Matrix;
import org.eddp.tensor.Scope;

/**
 * What is known of one concept without labels.
 *
 * @param number of the concept
 * @param title what it is called
 * @param threshold of its detector
 * @param patches on which the detector fires
 * @param allPatches of the feature set
 * @param images in which it fires
 * @param allImages of the feature set
 * @param scores how p = w.x - b is spread over all patches
 * @param alike cosine above which directions count as alike, see {@link #alike(int, int)}
 * @param byFilter concepts that are read alike
 * @param bySignal concepts that are written alike
 * @param companions concepts most often seen in the same images
 * @param effects the classes it moves most; null if influence was not measured
 */
public record ConceptPortrait(
        int number,
        String title,
        double threshold,
        long patches,
        long allPatches,
        int images,
        int allImages,
        Atlas.Spread scores,
        double alike,
        List<Neighbour> byFilter,
        List<Neighbour> bySignal,
        List<Companion> companions,
        @Json.MayBeNull ConceptEffects effects) {
    private static final int NEIGHBOURS = 8;
    private static final int CLASSES = 6;
    /** How often one of a concept's neighbours may be alike by chance. */
    private static final double CHANCE = 0.01;

    public ConceptPortrait {
        byFilter = List.copyOf(byFilter);
        bySignal = List.copyOf(bySignal);
        companions = List.copyOf(companions);
    }

    /** A concept whose direction is near. */
    public record Neighbour(int number, String title, double cosine) {}

    /**
     * A concept seen with it.
     *
     * @param images in which both are
     * @param overlap that number over the number of images in which either is
     */
    public record Companion(int number, String title, int images, double overlap) {}

    /** Of a concept of a run, whose {@linkplain StoredAtlas atlas} is made and kept if it has none. */
    public static ConceptPortrait of(Run run, int concept, Monitor monitor) {
        Atlas atlas = StoredAtlas.of(run, true, monitor);
        Atlas.Entry entry = atlas.concepts().get(concept);
        return new ConceptPortrait(
                concept,
                run.conceptNames().of(concept).title(),
                run.directions().thresholds()[concept],
                entry.patches(),
                (long) atlas.images() * atlas.cells(),
                entry.images(),
                atlas.images(),
                entry.scores(),
                alike(run.directions().detectors().width(), run.directions().concepts()),
                neighbours(run.directions().filters(), concept, run.conceptNames()),
                neighbours(run.directions().signals(), concept, run.conceptNames()),
                companions(entry, run.conceptNames()),
                run.read(Results.SCORES)
                        .map(influence -> ConceptEffects.of(influence, concept, k -> true, CLASSES, run.classNames()))
                        .orElse(null));
    }

    /** What the detector would do with another threshold; goes through the features twice. */
    public static Atlas.Entry at(Run run, int concept, double threshold, Monitor monitor) {
        try (Scope scope = Scope.open()) {
            Detectors one = new Detectors(run.directions().filters().columns(concept, 1), new double[] {threshold});
            return Atlas.of(run.features(), one, "", "", "", run.workers(), monitor)
                    .concepts()
                    .get(0);
        }
    }

    /**
     * The cosine above which two directions count as alike. Of directions drawn at random, at most one concept in a hundred has any
     * other concept above it: a random direction has a cosine above c with a given one with a probability of at most
     * (1 - c^2)^((width - 1) / 2) / 2, the share of a cap of the sphere.
     *
     * @param width features of a patch
     */
    public static double alike(int width, int concepts) {
        double each = Math.min(0.5, CHANCE / Math.max(1, concepts - 1));
        return Math.sqrt(1 - Math.pow(2 * each, 2.0 / Math.max(1, width - 1)));
    }

    /** Concepts whose column points the same way more than {@linkplain #alike chance} allows, nearest first. */
    public static List<Neighbour> neighbours(Matrix columns, int concept, ConceptNames names) {
        double[] own = columns.column(concept);
        double least = alike(columns.rows(), columns.columns());
        return IntStream.range(0, columns.columns())
                .filter(i -> i != concept)
                .mapToObj(i -> new Neighbour(i, names.of(i).title(), Vectors.cosine(own, columns.column(i))))
                .filter(neighbour -> neighbour.cosine() > least)
                .sorted(Comparator.comparingDouble(Neighbour::cosine).reversed())
                .limit(NEIGHBOURS)
                .toList();
    }

    /** Those of an atlas, with what they are called. */
    public static List<Companion> companions(Atlas.Entry entry, ConceptNames names) {
        return entry.companions().stream()
                .map(other -> new Companion(
                        other.number(), names.of(other.number()).title(), other.images(), other.overlap()))
                .toList();
    }
}
