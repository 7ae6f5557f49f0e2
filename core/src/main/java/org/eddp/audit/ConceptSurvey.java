package org.eddp.audit;

import java.util.BitSet;
import java.util.List;
import java.util.stream.Stream;
import org.eddp.directions.Detectors;
import org.eddp.features.FeatureSource;
import org.eddp.features.Grid;
import org.eddp.features.ImageStream;
import org.eddp.monitor.Monitor;
import org.eddp.names.Named;
import org.eddp.tensor.DType;
import org.eddp.tensor.Matrix;
import org.eddp.tensor.Tensor;
import org.eddp.tensor.Workers;

/** Where the detectors of a run fire and what their patches look like, found in one pass over all pictures. */
final class ConceptSurvey {
    private static final long READ_ELEMENTS = 1 << 20;

    private final Grid grid;
    private final int pictures;
    private final List<BitSet> present;
    private final long[][] firing;
    private final double[] squaredAreas;
    private final Matrix sums;
    private final double[] squares;
    private final double[][] strongest;

    private ConceptSurvey(Grid grid, int pictures, int concepts, int width) {
        this.grid = grid;
        this.pictures = pictures;
        present = Stream.generate(BitSet::new).limit(concepts).toList();
        firing = new long[concepts][grid.cells()];
        squaredAreas = new double[concepts];
        sums = new Matrix(concepts + 1, width);
        squares = new double[concepts + 1];
        strongest = new double[concepts][4];
    }

    /**
     * Reads all pictures.
     *
     * @param workers threads; not closed
     */
    static ConceptSurvey of(FeatureSource source, Detectors detectors, Workers workers, Monitor monitor) {
        ConceptSurvey survey = new ConceptSurvey(source.grid(), source.images(), detectors.concepts(), source.width());
        ImageStream.of(source, source.width() + detectors.concepts(), READ_ELEMENTS)
                .watchedBy(monitor, "the audit")
                .forEach(workers, range -> part(range, detectors), survey::add);
        return survey;
    }

    /**
     * The result of a range of pictures.
     *
     * @param scores w.x - b, patch after patch
     * @param sums of the patches on which each detector fires, and of all patches in the last row
     * @param squares of their lengths, the same
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record Part(int first, float[] scores, Matrix sums, double[] squares) {}

    private static Part part(ImageStream.Range range, Detectors detectors) {
        Tensor rows = range.rows();
        float[] scores = detectors.scores(rows).toFloats();
        int concepts = detectors.concepts();
        int patches = rows.size(0);
        double[] fires = new double[(concepts + 1) * patches];
        for (int p = 0; p < patches; p++) {
            for (int i = 0; i < concepts; i++) {
                fires[i * patches + p] = scores[p * concepts + i] > 0 ? 1 : 0;
            }
            fires[concepts * patches + p] = 1;
        }
        Tensor chosen = Tensor.of(fires, DType.FLOAT64, concepts + 1, patches);
        Tensor exact = rows.to(DType.FLOAT64);
        return new Part(
                range.first(),
                scores,
                chosen.mm(exact).toMatrix(),
                chosen.mm(exact.times(exact).sum(1).view(patches, 1)).toDoubles());
    }

    private void add(Part part) {
        sums.add(part.sums(), 1);
        for (int i = 0; i < squares.length; i++) {
            squares[i] += part.squares()[i];
        }
        int concepts = present.size();
        int cells = grid.cells();
        for (int n = 0; n < part.scores().length / concepts / cells; n++) {
            for (int i = 0; i < concepts; i++) {
                int area = 0;
                double most = Double.NEGATIVE_INFINITY;
                for (int p = 0; p < cells; p++) {
                    double score = part.scores()[(n * cells + p) * concepts + i];
                    most = Math.max(most, score);
                    if (score > 0) {
                        area++;
                        firing[i][p]++;
                    }
                }
                squaredAreas[i] += (double) area * area;
                if (area > 0) {
                    present.get(i).set(part.first() + n);
                }
                int side = area > 0 ? 0 : 2;
                strongest[i][side] += most;
                strongest[i][side + 1] += most * most;
            }
        }
    }

    int concepts() {
        return present.size();
    }

    int pictures() {
        return pictures;
    }

    /** Pictures in which the detector of a concept fires. */
    BitSet present(int concept) {
        return present.get(concept);
    }

    /** How often the detector of a concept fires on every cell. */
    long[] firing(int concept) {
        return firing[concept];
    }

    /** Patches on which the detector of a concept fires. */
    long patches(int concept) {
        long sum = 0;
        for (long count : firing[concept]) {
            sum += count;
        }
        return sum;
    }

    /** Number of cells on which a concept usually is in a picture that has it: the mean, rounded; at least 1. */
    int area(int concept) {
        return (int) Math.max(1, Math.round(meanArea(concept)));
    }

    private double meanArea(int concept) {
        return patches(concept) / (double) Math.max(1, present.get(concept).cardinality());
    }

    /** The appearance of a concept. */
    ConceptTraits traits(Named concept) {
        int i = concept.number();
        int with = present.get(i).cardinality();
        double area = meanArea(i);
        double squaredArea = squaredAreas[i] / Math.max(1, with);
        return new ConceptTraits(
                concept,
                with,
                patches(i),
                area,
                area == 0 ? 0 : Math.sqrt(Math.max(0, squaredArea - area * area)) / area,
                entropy(firing[i]),
                border(firing[i], grid),
                variance(squares.length - 1, grid.cells() * (long) pictures) == 0
                        ? 0
                        : variance(i, patches(i)) / variance(squares.length - 1, grid.cells() * (long) pictures),
                separation(i, with));
    }

    private double variance(int row, long count) {
        if (count == 0) {
            return 0;
        }
        double length = 0;
        for (int d = 0; d < sums.columns(); d++) {
            double mean = sums.get(row, d) / count;
            length += mean * mean;
        }
        return Math.max(0, squares[row] / count - length);
    }

    /** Relative to the entropy of counts that are the same everywhere; 0 without counts or with one cell. */
    static double entropy(long[] counts) {
        double all = 0;
        for (long count : counts) {
            all += count;
        }
        double entropy = 0;
        for (long count : counts) {
            if (count > 0) {
                entropy -= count / all * Math.log(count / all);
            }
        }
        return counts.length == 1 ? 0 : entropy / Math.log(counts.length);
    }

    /** Share of counts on the border of a grid, divided by the share of cells there; 0 without counts. */
    static double border(long[] counts, Grid grid) {
        double on = 0;
        double all = 0;
        int cells = 0;
        for (int p = 0; p < counts.length; p++) {
            int row = p / grid.width();
            int column = p % grid.width();
            all += counts[p];
            if (row == 0 || column == 0 || row == grid.height() - 1 || column == grid.width() - 1) {
                on += counts[p];
                cells++;
            }
        }
        return all == 0 ? 0 : on / all * counts.length / cells;
    }

    private double separation(int concept, int with) {
        int without = pictures - with;
        if (with == 0 || without == 0) {
            return 0;
        }
        double[] moments = strongest[concept];
        double absent = moments[2] / without;
        double deviation = Math.sqrt(Math.max(0, moments[3] / without - absent * absent));
        return deviation == 0 ? 0 : (moments[0] / with - absent) / deviation;
    }
}
