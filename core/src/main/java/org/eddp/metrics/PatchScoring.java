package org.eddp.metrics;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import org.eddp.directions.Detectors;
import org.eddp.features.UnitStream;
import org.eddp.labels.Concept;
import org.eddp.labels.ImagePatches;
import org.eddp.labels.LabelledImages;
import org.eddp.labels.Labels.DetectorGroups;
import org.eddp.labels.PatchLabels;
import org.eddp.monitor.Monitor;
import org.eddp.tensor.Workers;

/**
 * Binary classification of patches: every group of detectors against the concept it is labelled with, on the patches of
 * images annotated for the concept's category. Units of images are processed one by one, features and annotations
 * together. Groups are processed in blocks, so that any set fits into memory: the scores of all patches by one block
 * are held at a time.
 */
public final class PatchScoring {
    private static final long READ_ELEMENTS = 1 << 20;
    private static final long HELD_SCORES = 1 << 26;

    private final LabelledImages images;
    private final Detectors detectors;
    private final DetectorGroups groups;
    private final List<Concept> concepts;
    private final ImagePatches.Reader reader;
    private final int atOnce;
    /** Annotations kept for the next block, because decoding them takes longer than scoring. */
    private final Map<Integer, ImagePatches> known = new ConcurrentHashMap<>();

    /**
     * A scoring.
     *
     * @param concepts the label of every group, null where there is none
     * @param rule when a patch shows a concept
     */
    public PatchScoring(
            LabelledImages images,
            Detectors detectors,
            DetectorGroups groups,
            List<Concept> concepts,
            PatchLabels.Rule rule) {
        this(images, detectors, groups, concepts, rule, HELD_SCORES);
    }

    PatchScoring(
            LabelledImages images,
            Detectors detectors,
            DetectorGroups groups,
            List<Concept> concepts,
            PatchLabels.Rule rule,
            long held) {
        if (concepts.size() != groups.count()) {
            throw new IllegalArgumentException(
                    "labels of " + concepts.size() + " groups, but there are " + groups.count());
        }
        this.images = images;
        this.detectors = detectors;
        this.groups = groups;
        this.concepts = new ArrayList<>(concepts);
        Set<Concept> wanted = new HashSet<>(concepts);
        wanted.remove(null);
        reader = new ImagePatches.Reader(images, wanted, rule);
        atOnce = (int)
                Math.max(1, Math.min(groups.count(), held / images.features().patches()));
    }

    /** Number of blocks of groups. */
    public int blocks() {
        return (groups.count() + atOnce - 1) / atOnce;
    }

    /** Scores of no patch by the groups of a block. */
    public ScoredPatches none(int block) {
        return ScoredPatches.none(Math.min(atOnce, groups.count() - block * atOnce));
    }

    /**
     * Scores the patches of some consecutive units by the groups of a block.
     *
     * @param end behind the last unit
     * @param inOrder takes the scores of each unit
     */
    public void run(
            int block, int first, int end, Workers workers, Monitor monitor, Consumer<? super ScoredPatches> inOrder) {
        int widest = Math.max(images.features().width(), detectors.concepts());
        UnitStream.of(images.features(), images.units(), widest, READ_ELEMENTS)
                .watchedBy(monitor, "scoring patches")
                .forEach(first, end, workers, () -> none(block), piece -> score(block, piece), inOrder);
    }

    /**
     * How well each group does, of all blocks.
     *
     * @param ofBlock the scores of all patches by a block
     */
    public List<BinaryScores> binary(IntFunction<ScoredPatches> ofBlock, Workers workers) {
        List<BinaryScores> all = new ArrayList<>();
        for (int block = 0; block < blocks(); block++) {
            all.addAll(ofBlock.apply(block).binary(workers));
        }
        return all;
    }

    private ScoredPatches score(int block, UnitStream.Piece piece) {
        float[] scores =
                detectors.scores(piece.batch().rows(0, piece.batch().images())).toFloats();
        ImagePatches[] truth = new ImagePatches[piece.images().length];
        Arrays.setAll(truth, i -> truth(piece.images()[i]));
        ScoredPatches scored = none(block);
        for (int k = 0; k < scored.groups(); k++) {
            Concept concept = concepts.get(block * atOnce + k);
            if (concept != null) {
                split(scores, truth, groups.members().get(block * atOnce + k), concept, k, scored);
            }
        }
        return scored;
    }

    private ImagePatches truth(int image) {
        return blocks() == 1 ? reader.read(image) : known.computeIfAbsent(image, reader::read);
    }

    /** Scores of the patches that are known, apart by whether they show the concept; the others are left out. */
    private void split(
            float[] scores, ImagePatches[] truth, int[] members, Concept concept, int group, ScoredPatches into) {
        int cells = images.features().grid().cells();
        float[] shown = new float[truth.length * cells];
        float[] others = new float[truth.length * cells];
        int shows = 0;
        int lacks = 0;
        for (int i = 0; i < truth.length; i++) {
            BitSet of = truth[i].known(concept.category());
            BitSet positive = truth[i].positive(concept);
            for (int cell = of.nextSetBit(0); cell >= 0; cell = of.nextSetBit(cell + 1)) {
                float score = PatchScores.largest(scores, (i * cells + cell) * detectors.concepts(), members);
                if (positive.get(cell)) {
                    shown[shows++] = score;
                } else {
                    others[lacks++] = score;
                }
            }
        }
        into.add(group, Arrays.copyOf(shown, shows), Arrays.copyOf(others, lacks));
    }

    /**
     * How well a detector recognises the patches that show a concept. An undefined score (no patch is detected, or none
     * shows the concept) is 0.
     *
     * @param truePositives patches that are detected and show the concept
     * @param falsePositives patches that are detected and do not show it
     * @param falseNegatives patches that show it and are not detected
     * @param averagePrecision over all thresholds
     */
    public record BinaryScores(long truePositives, long falsePositives, long falseNegatives, double averagePrecision) {
        /** Share of the detected patches that show the concept. */
        double precision() {
            return ratio(truePositives, truePositives + falsePositives);
        }

        /** Share of the patches that show the concept which are detected. */
        double recall() {
            return ratio(truePositives, truePositives + falseNegatives);
        }

        /** Harmonic mean of precision and recall. */
        double f1() {
            return ratio(2 * truePositives, 2 * truePositives + falsePositives + falseNegatives);
        }

        private static double ratio(long part, long whole) {
            return whole == 0 ? 0 : (double) part / whole;
        }
    }
}
