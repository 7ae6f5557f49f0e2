package org.eddp.labels;

import org.eddp.features.Grid;

/** The maps of all detectors on one image, picked out of scores that lie patch by patch. */
final class DetectorMaps {
    private final float[] scores;
    private final int start;
    private final int detectors;
    private final boolean[] fires;
    private final float[] map;

    /**
     * Maps of an image.
     *
     * @param scores of several images, patches x detectors
     * @param image which of them
     */
    DetectorMaps(float[] scores, int image, Grid grid, int detectors) {
        this.scores = scores;
        this.detectors = detectors;
        start = image * grid.cells() * detectors;
        fires = new boolean[detectors];
        map = new float[grid.cells()];
        for (int cell = 0, k = start; cell < map.length; cell++) {
            for (int i = 0; i < detectors; i++, k++) {
                fires[i] |= scores[k] > 0;
            }
        }
    }

    /** Whether a detector fires on any patch; else its upsampled map is nowhere positive either. */
    boolean fires(int detector) {
        return fires[detector];
    }

    /** The map of a detector, one value per cell; overwritten by the next call. */
    float[] map(int detector) {
        for (int cell = 0, k = start + detector; cell < map.length; cell++, k += detectors) {
            map[cell] = scores[k];
        }
        return map;
    }
}
