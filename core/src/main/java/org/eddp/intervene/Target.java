package org.eddp.intervene;

/** The value of w_i.x that an edit writes. */
public sealed interface Target {
    /** The value for a concept. */
    double value(int concept, ConceptStatistics statistics);

    /** The mean over patches with the concept. */
    record MeanWith() implements Target {
        @Override
        public double value(int concept, ConceptStatistics statistics) {
            if (statistics.with()[concept] == 0) {
                throw new IllegalArgumentException("concept " + concept
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
                throw new IllegalArgumentException("concept " + concept
                        + " is on every patch, so there is no mean without it; choose another concept or a quantile");
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
                throw new IllegalArgumentException("quantile = " + level + " must be within 0 .. 1");
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
                throw new IllegalArgumentException("target = " + number + " must be a finite number");
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
