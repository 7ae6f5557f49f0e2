package org.eddp.metrics;

import java.util.BitSet;
import java.util.List;
import java.util.stream.Stream;
import org.eddp.directions.Detectors;
import org.eddp.features.FeatureSource;
import org.eddp.features.ImageStream;
import org.eddp.tensor.Workers;

/** Where detectors fire, found in one pass. */
public final class Firing {
    private static final int TASK_ELEMENTS = 1 << 19;

    private Firing() {}

    /** Patches on which every detector fires, counted through all images. */
    public static List<BitSet> patches(FeatureSource source, Detectors detectors, Workers workers) {
        return places(source, detectors, 1, workers);
    }

    /** Images in which every detector fires somewhere. */
    public static List<BitSet> images(FeatureSource source, Detectors detectors, Workers workers) {
        return places(source, detectors, source.grid().cells(), workers);
    }

    private static List<BitSet> places(FeatureSource source, Detectors detectors, int together, Workers workers) {
        int concepts = detectors.concepts();
        List<BitSet> places = Stream.generate(BitSet::new).limit(concepts).toList();
        ImageStream.of(source, Math.max(source.width(), concepts), TASK_ELEMENTS)
                .forEachAhead(
                        workers,
                        range -> new Part(range.firstPatch(), fired(range, detectors)),
                        part -> part.fired().stream()
                                .forEach(k ->
                                        places.get(k % concepts).set((part.firstPatch() + k / concepts) / together)));
        return places;
    }

    private static BitSet fired(ImageStream.Range range, Detectors detectors) {
        float[] scores = detectors.scores(range.rows()).toFloats();
        BitSet fired = new BitSet(scores.length);
        for (int k = 0; k < scores.length; k++) {
            fired.set(k, scores[k] > 0);
        }
        return fired;
    }

    /** Which scores of consecutive patches are positive, patch after patch. */
    private record Part(int firstPatch, BitSet fired) {}
}
