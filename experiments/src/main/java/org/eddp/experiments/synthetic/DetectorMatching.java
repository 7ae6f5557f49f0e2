package org.eddp.experiments.synthetic;

import java.util.Arrays;

/** Compares detectors with ground-truth concepts. */
final class DetectorMatching {
    private DetectorMatching() {}

    /**
     * Intersection over union of every detector with every concept.
     *
     * @param active [patch][detector]
     * @param present [patch][concept]
     */
    static double[][] iou(boolean[][] active, boolean[][] present) {
        int detectors = active[0].length;
        int concepts = present[0].length;
        double[][] iou = new double[detectors][concepts];
        for (int i = 0; i < detectors; i++) {
            for (int c = 0; c < concepts; c++) {
                int both = 0;
                int either = 0;
                for (int p = 0; p < active.length; p++) {
                    both += active[p][i] && present[p][c] ? 1 : 0;
                    either += active[p][i] || present[p][c] ? 1 : 0;
                }
                iou[i][c] = either == 0 ? 0 : both / (double) either;
            }
        }
        return iou;
    }

    /**
     * The assignment of one detector to each concept with the largest total score (Hungarian method, potentials as in
     * Jonker and Volgenant).
     *
     * @param score [detector][concept], as many detectors as concepts
     * @return the detector of each concept
     */
    static int[] assign(double[][] score) {
        int n = score.length;
        double[] rowPotential = new double[n + 1];
        double[] columnPotential = new double[n + 1];
        int[] rowOf = new int[n + 1];
        for (int row = 1; row <= n; row++) {
            augment(score, row, rowPotential, columnPotential, rowOf);
        }
        int[] detector = new int[n];
        for (int column = 1; column <= n; column++) {
            detector[column - 1] = rowOf[column] - 1;
        }
        return detector;
    }

    /** Adds one row to the matching along a cheapest augmenting path; index 0 is the row's virtual column. */
    private static void augment(double[][] score, int row, double[] u, double[] v, int[] rowOf) {
        int n = score.length;
        double[] slack = new double[n + 1];
        Arrays.fill(slack, Double.POSITIVE_INFINITY);
        boolean[] visited = new boolean[n + 1];
        int[] previous = new int[n + 1];
        rowOf[0] = row;
        int column = 0;
        while (rowOf[column] != 0) {
            visited[column] = true;
            int current = rowOf[column];
            int next = 0;
            double smallest = Double.POSITIVE_INFINITY;
            for (int c = 1; c <= n; c++) {
                if (!visited[c]) {
                    double reduced = -score[current - 1][c - 1] - u[current] - v[c];
                    if (reduced < slack[c]) {
                        slack[c] = reduced;
                        previous[c] = column;
                    }
                    if (slack[c] < smallest) {
                        smallest = slack[c];
                        next = c;
                    }
                }
            }
            for (int c = 0; c <= n; c++) {
                if (visited[c]) {
                    u[rowOf[c]] += smallest;
                    v[c] -= smallest;
                } else {
                    slack[c] -= smallest;
                }
            }
            column = next;
        }
        while (column != 0) {
            rowOf[column] = rowOf[previous[column]];
            column = previous[column];
        }
    }
}
