package org.eddp.audit;

import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import org.eddp.directions.Detectors;
import org.eddp.features.FeatureSource;
import org.eddp.features.ImageStream;
import org.eddp.monitor.Monitor;
import org.eddp.tensor.Workers;

/**
 * On how many patches of a picture the detector of a candidate must fire so that the picture has it: a quarter of its usual area. A frame or
 * the blocks of a compression cover most of a picture, and a single patch on which their detector fires is chance.
 *
 * <p>The usual area is that of the picture that a patch of the class lies in: sum A^2 / sum A with the areas A of the class's pictures.
 * Pictures in which the detector fires by chance hardly change it.
 */
final class LeastAreas {
    private static final double PART = 0.25;

    private final double[] areas;
    private final double[] squares;

    private LeastAreas(int candidates) {
        areas = new double[candidates];
        squares = new double[candidates];
    }

    /**
     * The least areas of all candidates, at least 1.
     *
     * @param byHalf detectors for pictures of the first and of the second half
     * @param taken pictures that are taken for each class
     */
    static int[] of(
            FeatureSource source,
            Detectors[] byHalf,
            List<Candidate> candidates,
            List<BitSet> taken,
            BitSet secondHalf,
            Workers workers,
            Monitor monitor) {
        LeastAreas whole = new LeastAreas(candidates.size());
        ImageStream.of(source, source.width() + 2 * candidates.size(), AppearanceSums.READ_ELEMENTS)
                .watchedBy(monitor, "the audit")
                .forEachAhead(
                        workers,
                        range -> {
                            LeastAreas part = new LeastAreas(candidates.size());
                            part.read(range, source.grid().cells(), byHalf, candidates, taken, secondHalf);
                            return part;
                        },
                        whole::add);
        int[] least = new int[candidates.size()];
        Arrays.setAll(least, j -> whole.areas[j] == 0 ? 1 : (int) Math.ceil(PART * whole.squares[j] / whole.areas[j]));
        return least;
    }

    private void read(
            ImageStream.Range range,
            int cells,
            Detectors[] byHalf,
            List<Candidate> candidates,
            List<BitSet> taken,
            BitSet secondHalf) {
        float[][] scores = AppearanceSums.scores(range, byHalf);
        for (int n = 0; n < range.images(); n++) {
            int picture = range.first() + n;
            float[] readings = scores[secondHalf.get(picture) ? 1 : 0];
            for (int j = 0; j < areas.length; j++) {
                if (taken.get(candidates.get(j).label()).get(picture)) {
                    int area = 0;
                    for (int p = n * cells; p < (n + 1) * cells; p++) {
                        area += readings[p * areas.length + j] > 0 ? 1 : 0;
                    }
                    areas[j] += area;
                    squares[j] += (double) area * area;
                }
            }
        }
    }

    private void add(LeastAreas part) {
        for (int j = 0; j < areas.length; j++) {
            areas[j] += part.areas[j];
            squares[j] += part.squares[j];
        }
    }
}
