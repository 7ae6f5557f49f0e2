package org.eddp.study.view;

import java.util.Comparator;
import java.util.List;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import org.eddp.directions.Detectors;
import org.eddp.files.json.Json;
import org.eddp.influence.Influence;
import org.eddp.influence.Influence.Move;
import org.eddp.labels.ConceptNames;
import org.eddp.math.Vectors;
import org.eddp.metrics.Atlas;
import org.eddp.monitor.Monitor;
import org.eddp.names.ClassNames;
import org.eddp.names.Named;
import org.eddp.run.Results;
import org.eddp.run.Run;
import org.eddp.run.StoredAtlas;
import org.eddp.tensor.Matrix;
import org.eddp.tensor.Scope;

/**
 * The properties of one concept that need no labels.
 *
 * @param number of the concept
 * @param title its name
 * @param threshold of its detector
 * @param patches on which the detector fires
 * @param allPatches of the feature set
 * @param images in which it fires
 * @param allImages of the feature set
 * @param scores how p = w.x - b is spread over all patches
 * @param alike cosine above which directions count as alike, see {@link #alike(int, int)}
 * @param byFilter concepts with a similar filter
 *
 * @param bySignal concepts with a similar signal vector
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
    /** Accepted probability that a concept has a similar neighbour by chance. */
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

    /** Describes a concept of a run. Makes and keeps the {@linkplain StoredAtlas atlas} of the run if it has none. */
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

    /** The firing patches with another threshold; reads the features twice. */
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

    /** Those of an atlas, with their names. */
    public static List<Companion> companions(Atlas.Entry entry, ConceptNames names) {
        return entry.companions().stream()
                .map(other -> new Companion(
                        other.number(), names.of(other.number()).title(), other.images(), other.overlap()))
                .toList();
    }

    /**
     * The classes that one concept moves most, if effects were tested, only those it moves more than noise does.
     *
     * @param untested why its effects were not compared with noise; null if they were
     * @param raised classes it makes likelier, strongest first
     * @param lowered classes it makes less likely
     */
    public record ConceptEffects(@Json.MayBeNull String untested, List<Moved> raised, List<Moved> lowered) {
        public ConceptEffects {
            raised = List.copyOf(raised);
            lowered = List.copyOf(lowered);
        }

        /**
         * A class that is moved.
         *
         * @param effect mean change of the logarithm of its probability by the step along the concept
         * @param rank of the class among all by effect; 1 is raised most
         * @param qValue smallest false discovery rate at which the effect is significant; null if it was not tested
         */
        public record Moved(
                Named label,
                double effect,
                int rank,
                @Json.MayBeNull Double qValue) {}

        /**
         * Of a concept of a table of influence.
         *
         * @param asked the classes to choose from
         * @param most classes in each direction
         */
        public static ConceptEffects of(
                Influence influence, int concept, IntPredicate asked, int most, ClassNames names) {
            return new ConceptEffects(
                    influence.isEffectTested(concept)
                            ? null
                            : influence.test() == null
                                    ? "effects were not tested"
                                    : "it fires on no patch, or on every patch",
                    moved(Move.ofConcept(influence, concept, true, asked, most), names),
                    moved(Move.ofConcept(influence, concept, false, asked, most), names));
        }

        private static List<Moved> moved(List<Move> moves, ClassNames names) {
            return moves.stream()
                    .map(m -> new Moved(names.of(m.label()), m.effect(), m.rank(), m.qValue()))
                    .toList();
        }
    }
}
