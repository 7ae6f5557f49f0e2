package org.eddp.experiments.marks;

import java.awt.geom.Path2D;
import java.util.Map;

/**
 * A word drawn as strokes, so that it is the same on machines with any fonts or none. Each letter is three wide and six high, one
 * apart.
 *
 * @param text capital letters, of those that have strokes
 */
record StrokeWord(String text) {
    private static final int PITCH = 4;
    private static final double[] BACK = {3, 0, 0, 0, 0, 6, 3, 6};
    private static final Map<Character, double[][]> LETTERS = Map.ofEntries(
            Map.entry('A', new double[][] {{0, 6, 1.5, 0, 3, 6}, {0.6, 3.8, 2.4, 3.8}}),
            Map.entry('E', new double[][] {BACK, {0, 3, 2.4, 3}}),
            Map.entry('F', new double[][] {{3, 0, 0, 0, 0, 6}, {0, 3, 2.4, 3}}),
            Map.entry('H', new double[][] {{0, 0, 0, 6}, {3, 0, 3, 6}, {0, 3, 3, 3}}),
            Map.entry('I', new double[][] {{1.5, 0, 1.5, 6}, {0.5, 0, 2.5, 0}, {0.5, 6, 2.5, 6}}),
            Map.entry('K', new double[][] {{0, 0, 0, 6}, {3, 0, 0, 3, 3, 6}}),
            Map.entry('L', new double[][] {{0, 0, 0, 6, 3, 6}}),
            Map.entry('M', new double[][] {{0, 6, 0, 0, 1.5, 3, 3, 0, 3, 6}}),
            Map.entry('N', new double[][] {{0, 6, 0, 0, 3, 6, 3, 0}}),
            Map.entry('O', new double[][] {{0.8, 0, 2.2, 0, 3, 0.8, 3, 5.2, 2.2, 6, 0.8, 6, 0, 5.2, 0, 0.8, 0.8, 0}}),
            Map.entry('P', new double[][] {{0, 6, 0, 0, 2.2, 0, 3, 0.8, 3, 2.4, 2.2, 3.2, 0, 3.2}}),
            Map.entry('S', new double[][] {
                {3, 0.7, 2.2, 0, 0.8, 0, 0, 0.9, 0, 2, 0.8, 2.9, 2.2, 3.1, 3, 4, 3, 5.1, 2.2, 6, 0.8, 6, 0, 5.3}
            }),
            Map.entry('T', new double[][] {{0, 0, 3, 0}, {1.5, 0, 1.5, 6}}),
            Map.entry('V', new double[][] {{0, 0, 1.5, 6, 3, 0}}),
            Map.entry('X', new double[][] {{0, 0, 3, 6}, {3, 0, 0, 6}}));

    StrokeWord {
        for (char letter : text.toCharArray()) {
            if (!LETTERS.containsKey(letter)) {
                throw new IllegalArgumentException("no strokes for the letter '" + letter + "' of " + text);
            }
        }
    }

    /** Width of the field that it fills. */
    double width() {
        return text.length() * PITCH - 1;
    }

    /** Height of that field. */
    double height() {
        return 6;
    }

    /** The strokes. */
    Path2D path() {
        Path2D path = new Path2D.Double();
        for (int k = 0; k < text.length(); k++) {
            for (double[] stroke : LETTERS.get(text.charAt(k))) {
                path.moveTo(k * PITCH + stroke[0], stroke[1]);
                for (int i = 2; i < stroke.length; i += 2) {
                    path.lineTo(k * PITCH + stroke[i], stroke[i + 1]);
                }
            }
        }
        return path;
    }
}
