package org.eddp.experiments.audit;

import java.util.List;
import org.eddp.experiments.chess.ChessExperiment.ChessOptions;
import org.eddp.experiments.marks.MarkKind;
import org.eddp.experiments.truth.TruthBenchmark.TruthOptions;
import org.eddp.failure.InvalidInput;

/**
 * The benchmark of planted flaws.
 *
 * @param pictures where networks and pictures come from
 * @param size of every trial
 * @param firstSeed of the trials
 * @param seeds number of trials
 * @param runs whether every network is also written as a run that other commands can open
 */
public record AuditBenchmarkOptions(Pictures pictures, Size size, long firstSeed, int seeds, boolean runs) {
    private static final int MOST_SEEDS = 10_000;
    private static final int WHOLE = 100;

    /** The source of networks and pictures. */
    public sealed interface Pictures {
        /** Names them in the settings of a trial. */
        String name();
    }

    /**
     * Linear heads on the pooled features of networks, for classes of a folder of photographs.
     *
     * @param networks each is tried with every seed
     * @param folder of the photographs
     * @param kinds of marks; seeds take them in turn
     */
    public record Photographs(
            List<TruthOptions.Subject> networks, TruthOptions.Photographs folder, List<MarkKind> kinds)
            implements Pictures {
        /** Card, logo, frame, texture and JPEG. */
        public static final List<MarkKind> KINDS =
                List.of(MarkKind.CARD, MarkKind.LOGO, MarkKind.FRAME, MarkKind.TEXTURE, MarkKind.JPEG);

        public Photographs {
            networks = List.copyOf(networks);
            kinds = List.copyOf(kinds);
            if (networks.isEmpty() || kinds.isEmpty()) {
                throw new InvalidInput("name at least one network and one kind of mark");
            }
        }

        @Override
        public String name() {
            return folder.name();
        }
    }

    /**
     * Linear heads on the pooled features of the network of the drawn world, for nine of its classes.
     *
     * @param network of the world
     * @param train scenes of a class to learn from
     * @param test scenes of a class to judge by
     */
    public record World(TruthOptions.Subject network, int train, int test) implements Pictures {
        /** 50 and 15 scenes. */
        public static World of(TruthOptions.Subject network) {
            return new World(network, 50, 15);
        }

        @Override
        public String name() {
            return "world, " + train + " and " + test;
        }
    }

    /**
     * Networks that are trained on drawn chess pieces, some of the rooks marked.
     *
     * @param epochs passes over the training pictures
     */
    public record Chess(int epochs) implements Pictures {
        /** As many passes as the experiment makes. */
        public static final Chess USUAL = new Chess(ChessOptions.DEFAULT.epochs());

        @Override
        public String name() {
            return "chess, " + epochs + " epochs";
        }
    }

    /**
     * How large a trial is.
     *
     * @param classes that heads on photographs tell apart
     * @param pictures of a class, photographs to learn from at most
     * @param concepts direction pairs I
     * @param percents shares of the planted class that show the mark, each the flaw of one network
     * @param others number of seeds, the first ones, whose other direction sets go through the audit too; they cost more than all the rest
     */
    public record Size(int classes, int pictures, int concepts, List<Integer> percents, int others) {
        /** Ten classes, 32 concepts, 100, 50 and 20 %, other direction sets for five seeds. */
        public static final Size USUAL = new Size(10, 51, 32, List.of(100, 50, 20), 5);

        /** Five classes, 12 concepts, 100 %, the learned pairs only. */
        public static final Size QUICK = new Size(5, 51, 12, List.of(WHOLE), 0);

        public Size {
            percents = List.copyOf(percents);
            if (classes < 2) {
                throw new InvalidInput("classes = " + classes + " must be at least 2");
            }
            if (pictures < 2) {
                throw new InvalidInput("pictures = " + pictures + " must be at least 2");
            }
            if (others < 0) {
                throw new InvalidInput("others = " + others + " must not be negative");
            }
            if (concepts < 2) {
                throw new InvalidInput("concepts = " + concepts + " must be at least 2");
            }
            if (percents.isEmpty() || percents.stream().anyMatch(p -> p < 1 || p > WHOLE)) {
                throw new InvalidInput("rates = " + percents + " must be percentages within 1 .. " + WHOLE);
            }
        }

        /** The same for networks of chess pieces, which have few features. */
        public Size ofChess() {
            return withConcepts(Math.min(concepts, ChessOptions.DEFAULT.concepts()));
        }

        /** The same with another number of classes. */
        public Size withClasses(int other) {
            return new Size(other, pictures, concepts, percents, others);
        }

        /** The same with another number of photographs to learn from. */
        public Size withPictures(int other) {
            return new Size(classes, other, concepts, percents, others);
        }

        /** The same with another number of concepts. */
        public Size withConcepts(int other) {
            return new Size(classes, pictures, other, percents, others);
        }

        /** The same with other rates, in per cent. */
        public Size withPercents(List<Integer> other) {
            return new Size(classes, pictures, concepts, other, others);
        }

        /** The same with other direction sets for another number of seeds. */
        public Size withOthers(int other) {
            return new Size(classes, pictures, concepts, percents, other);
        }
    }

    public AuditBenchmarkOptions {
        if (seeds < 1 || seeds > MOST_SEEDS) {
            throw new InvalidInput("seeds = " + seeds + " must be within 1 .. " + MOST_SEEDS);
        }
        if (runs && pictures instanceof Chess) {
            throw new InvalidInput(
                    "networks of chess pieces are not written as runs here; the experiment chess writes such runs");
        }
    }

    /** One trial of a usual size with seed 1. */
    public static AuditBenchmarkOptions of(Pictures pictures) {
        return new AuditBenchmarkOptions(pictures, Size.USUAL, 1, 1, false);
    }

    /** The same with trials of another size. */
    public AuditBenchmarkOptions withSize(Size other) {
        return new AuditBenchmarkOptions(pictures, other, firstSeed, seeds, runs);
    }

    /** The same with other seeds. */
    public AuditBenchmarkOptions withSeeds(long first, int count) {
        return new AuditBenchmarkOptions(pictures, size, first, count, runs);
    }

    /** The same with or without runs that other commands can open. */
    public AuditBenchmarkOptions withRuns(boolean other) {
        return new AuditBenchmarkOptions(pictures, size, firstSeed, seeds, other);
    }
}
