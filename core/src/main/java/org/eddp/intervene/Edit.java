package org.eddp.intervene;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.eddp.failure.InvalidInput;
import org.eddp.features.Grid;

/**
 * Overwrites a concept.
 *
 * @param concept its number
 * @param target the value of w.x afterwards
 * @param place the patches to change
 */
public record Edit(int concept, Target target, Place place) {
    /** Removes a concept where it is. */
    public static Edit remove(int concept, Target target) {
        return new Edit(concept, target, new Place.Detected(concept));
    }

    @Override
    public String toString() {
        return "concept " + concept + " to " + target + " " + place;
    }

    /** The patches that an edit changes. */
    public sealed interface Place {
        /** The place as text: what {@link #parse} reads. */
        String text();

        /**
         * Reads a place: {@code everywhere}, a rectangle {@code top,left,bottom,right}, patches {@code patches:p.p.p}, or the
         * number of a concept for the patches where its detector fires.
         *
         * @return empty if the text is none of these
         */
        static Optional<Place> parse(String text) {
            if (text.equals(Everywhere.TEXT)) {
                return Optional.of(new Everywhere());
            }
            if (text.matches("\\d{1,6}")) {
                return Optional.of(new Detected(Integer.parseInt(text)));
            }
            if (text.matches("\\d{1,5}(,\\d{1,5}){3}")) {
                int[] sides = Arrays.stream(text.split(","))
                        .mapToInt(Integer::parseInt)
                        .toArray();
                return Optional.of(new Rectangle(sides[0], sides[1], sides[2], sides[3]));
            }
            if (text.matches(Patches.PREFIX + "\\d{1,6}(\\.\\d{1,6})*")) {
                return Optional.of(new Patches(
                        Arrays.stream(text.substring(Patches.PREFIX.length()).split("\\."))
                                .map(Integer::valueOf)
                                .toList()));
            }
            return Optional.empty();
        }

        /** Where the detector of a concept fires on the image as it was before any edit. */
        record Detected(int concept) implements Place {
            @Override
            public String text() {
                return Integer.toString(concept);
            }

            @Override
            public String toString() {
                return "where " + concept + " is";
            }
        }

        /**
         * A rectangle of the grid.
         *
         * @param top first row
         * @param left first column
         * @param bottom last row, included
         * @param right last column, included
         */
        record Rectangle(int top, int left, int bottom, int right) implements Place {
            public Rectangle {
                if (top < 0 || left < 0 || bottom < top || right < left) {
                    throw new InvalidInput("rectangle rows " + top + " .. " + bottom + ", columns " + left + " .. "
                            + right + " is empty; give the first and the last row and column, from 0");
                }
            }

            @Override
            public String text() {
                return top + "," + left + "," + bottom + "," + right;
            }

            @Override
            public String toString() {
                return "rows " + top + " .. " + bottom + ", columns " + left + " .. " + right;
            }
        }

        /**
         * Single patches, as painted in the studio.
         *
         * @param numbers row by row, from 0, at least one
         */
        record Patches(List<Integer> numbers) implements Place {
            private static final String PREFIX = "patches:";

            public Patches {
                numbers = numbers.stream().distinct().sorted().toList();
                if (numbers.isEmpty() || numbers.get(0) < 0) {
                    throw new InvalidInput("patches " + numbers
                            + " are not numbers of patches; give their numbers, row by row and from 0");
                }
            }

            @Override
            public String text() {
                return PREFIX + numbers.stream().map(String::valueOf).collect(Collectors.joining("."));
            }

            @Override
            public String toString() {
                return numbers.size() == 1 ? "patch " + numbers.get(0) : numbers.size() + " patches";
            }
        }

        /** All patches. */
        record Everywhere() implements Place {
            private static final String TEXT = "everywhere";

            @Override
            public String text() {
                return TEXT;
            }

            @Override
            public String toString() {
                return TEXT;
            }
        }

        /**
         * Which patches these are.
         *
         * @param fires patches x concepts: where detectors fire on the unchanged image
         */
        default boolean[] cells(Grid grid, boolean[][] fires) {
            boolean[] chosen = new boolean[grid.cells()];
            if (this instanceof Rectangle r && (r.bottom() >= grid.height() || r.right() >= grid.width())) {
                throw new InvalidInput("rectangle " + r + " does not fit the grid of " + grid.height() + " x "
                        + grid.width() + " patches; rows and columns are counted from 0");
            }
            if (this instanceof Patches painted
                    && painted.numbers().get(painted.numbers().size() - 1) >= grid.cells()) {
                throw new InvalidInput("patch "
                        + painted.numbers().get(painted.numbers().size() - 1) + " does not exist; the grid has 0 .. "
                        + (grid.cells() - 1));
            }
            for (int p = 0; p < chosen.length; p++) {
                int row = p / grid.width();
                int column = p % grid.width();
                if (this instanceof Detected d) {
                    chosen[p] = fires[p][d.concept()];
                } else if (this instanceof Rectangle r) {
                    chosen[p] = row >= r.top() && row <= r.bottom() && column >= r.left() && column <= r.right();
                } else if (this instanceof Patches painted) {
                    chosen[p] = painted.numbers().contains(p);
                } else {
                    chosen[p] = true;
                }
            }
            return chosen;
        }
    }

    /** The value of w_i.x that an edit writes. */
    public sealed interface Target {
        /** The value for a concept. */
        double value(int concept, ConceptStatistics statistics);

        /** The mean over patches with the concept. */
        record MeanWith() implements Target {
            @Override
            public double value(int concept, ConceptStatistics statistics) {
                if (statistics.with()[concept] == 0) {
                    throw new InvalidInput("concept " + concept
                            + " is on no patch, so there is no mean with it; choose another concept or a quantile");
                }
                return statistics.meanWith()[concept];
            }

            @Override
            public String toString() {
                return "mean with";
            }
        }

        /** The mean over patches without the concept. */
        record MeanWithout() implements Target {
            @Override
            public double value(int concept, ConceptStatistics statistics) {
                if (statistics.without()[concept] == 0) {
                    throw new InvalidInput("concept " + concept
                            + " is on every patch, so there is no mean without it; choose another concept or a"
                            + " quantile");
                }
                return statistics.meanWithout()[concept];
            }

            @Override
            public String toString() {
                return "mean without";
            }
        }

        /**
         * A quantile over all patches: 0.005 takes the concept away, 0.995 puts it there, as in the paper's example.
         *
         * @param level share of patches below
         */
        record Quantile(double level) implements Target {
            /** The paper's extreme share. */
            public static final double EXTREME = 0.005;

            public Quantile {
                if (!(level >= 0 && level <= 1)) {
                    throw new InvalidInput("quantile = " + level + " must be within 0 .. 1");
                }
            }

            @Override
            public double value(int concept, ConceptStatistics statistics) {
                return statistics.quantile(concept, level);
            }

            @Override
            public String toString() {
                return "quantile " + level;
            }
        }

        /** A given number. */
        record Fixed(double number) implements Target {
            public Fixed {
                if (!Double.isFinite(number)) {
                    throw new InvalidInput("target = " + number + " must be a finite number");
                }
            }

            @Override
            public double value(int concept, ConceptStatistics statistics) {
                return number;
            }

            @Override
            public String toString() {
                return "value " + number;
            }
        }
    }
}
