package org.eddp.study.diff;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import java.util.Locale;
import org.eddp.failure.InvalidInput;
import org.eddp.features.Grid;
import org.eddp.files.json.Json;
import org.eddp.monitor.Monitor;
import org.eddp.names.Named;
import org.eddp.network.OutputKind;
import org.eddp.run.Run;

/**
 * The difference between two networks, from a run of each: content of {@code diff.json}.
 *
 * @param command the command line that made it
 * @param options how it was made
 * @param before the first run
 * @param after the second run
 * @param pictures that both runs have
 * @param compared pictures on which firing was compared: all of them, or a sample if there are very many
 * @param grid cells of a picture on which firing was compared
 * @param line correlation that a match has to exceed
 * @param matched concepts that both runs have, the most similar first; every concept is in at most one pair
 * @param merged concepts of the first run that fire like a concept of the second that already has a better match
 * @param split concepts of the second run that fire like a concept of the first that already has a better match
 * @param lost concepts of the first run without a match
 * @param gained concepts of the second run without a match
 * @param rareBefore concepts of the first run that fire on too few of the pictures, or on all of them, to be compared
 * @param rareAfter the same of the second run
 * @param incomparable why the outputs of the networks were not compared; null if they were
 * @param examined pictures on which contributions were measured: all of them if both heads are linear, else a sample
 * @param margin mean margin of the predictions of the first network, in logits; 0 if outputs were not compared
 * @param moved concepts whose contribution to a class changed, the largest change first
 * @param predictions that changed; null if the outputs were not compared
 * @param outputs kind of the outputs of the networks; in files only for labels
 */
public record RunDiff(
        String command,
        Options options,
        Side before,
        Side after,
        int pictures,
        int compared,
        Grid grid,
        double line,
        List<Match> matched,
        List<Match> merged,
        List<Match> split,
        List<Named> lost,
        List<Named> gained,
        List<Named> rareBefore,
        List<Named> rareAfter,
        @Json.MayBeNull String incomparable,
        int examined,
        double margin,
        List<Moved> moved,
        @Json.MayBeNull Predictions predictions,

        @JsonInclude(value = JsonInclude.Include.CUSTOM, valueFilter = OutputKind.UnlessClasses.class)
        OutputKind outputs) {
    public RunDiff {
        matched = List.copyOf(matched);
        merged = List.copyOf(merged);
        split = List.copyOf(split);
        lost = List.copyOf(lost);
        gained = List.copyOf(gained);
        rareBefore = List.copyOf(rareBefore);
        rareAfter = List.copyOf(rareAfter);
        moved = List.copyOf(moved);
        outputs = outputs == null ? OutputKind.CLASSES : outputs;
    }

    /**
     * Options of the comparison.
     *
     * @param seed of the shuffled pictures and of samples
     * @param shuffles of the pictures, from which chance is estimated
     * @param rate false discovery rate of matches and of changed contributions
     * @param most pictures on which firing is compared
     * @param sample pictures on which contributions are measured if a head is more than pooling and one linear layer
     * @param influence whether contributions and predictions are compared, or the concepts alone
     * @param kept entries of a list of the result
     */
    public record Options(long seed, int shuffles, double rate, int most, int sample, boolean influence, int kept) {
        /** The usual comparison. */
        public static final Options DEFAULT = new Options(1, 200, 0.01, 10_000, 400, true, 200);

        public Options {
            if (shuffles < 1 || sample < 1 || kept < 1) {
                throw new InvalidInput(
                        "shuffles " + shuffles + ", sample " + sample + " and kept " + kept + " must be at least 1");
            }
            if (!(rate > 0 && rate < 1)) {
                throw new InvalidInput("the false discovery rate " + rate + " must be between 0 and 1");
            }
            if (most < SharedPictures.LEAST) {
                throw new InvalidInput("most = " + most + " must be at least " + SharedPictures.LEAST);
            }
        }

        /** The same with another seed. */
        public Options withSeed(long other) {
            return new Options(other, shuffles, rate, most, sample, influence, kept);
        }

        /** The same with more or fewer pictures for heads that are not linear. */
        public Options withSample(int other) {
            return new Options(seed, shuffles, rate, most, other, influence, kept);
        }

        /** The same with more or fewer shuffles. */
        public Options withShuffles(int other) {
            return new Options(seed, other, rate, most, sample, influence, kept);
        }

        /** The same with another false discovery rate. */
        public Options withRate(double other) {
            return new Options(seed, shuffles, other, most, sample, influence, kept);
        }

        /** The same on more or fewer pictures. */
        public Options withMost(int other) {
            return new Options(seed, shuffles, rate, other, sample, influence, kept);
        }

        /** The same with contributions and predictions, or for concepts alone, which needs neither logits nor networks. */
        public Options withInfluence(boolean other) {
            return new Options(seed, shuffles, rate, most, sample, other, kept);
        }

        /** The same with longer or shorter lists. */
        public Options withKept(int other) {
            return new Options(seed, shuffles, rate, most, sample, influence, other);
        }
    }

    /**
     * One of the runs.
     *
     * @param name of its folder
     * @param network name of the file of its network
     * @param networkSha256 digest of that file
     * @param layer that its concepts are of
     * @param concepts how many it has
     * @param directions digest of its directions
     */
    public record Side(
            String name, String network, String networkSha256, String layer, int concepts, String directions) {
        static Side of(Run run) {
            return new Side(
                    run.name(),
                    run.provenance().network(),
                    run.provenance().networkSha256(),
                    run.provenance().layer(),
                    run.directions().concepts(),
                    run.digest());
        }
    }

    /**
     * A concept of the first run and one of the second that fire at the same places.
     *
     * @param correlation of the places where they fire
     * @param iou places where both fire over places where either does
     * @param qValue smallest false discovery rate at which they fire together more than by chance
     */
    public record Match(Named before, Named after, double correlation, double iou, double qValue) {}

    /**
     * A concept whose mean contribution to a class changed.
     *
     * @param label the class
     * @param pictures examined ones that either network takes for the class
     * @param before mean fall of the class's logit without the concept over these pictures, in the first network
     * @param after the same in the second network
     * @param qValue smallest false discovery rate at which the change is significant
     */
    public record Moved(
            ComparedConcept concept, Named label, int pictures, double before, double after, double qValue) {
        /** The rise of the mean contribution. */
        public double change() {
            return after - before;
        }
    }

    /**
     * The predictions of both networks.
     *
     * @param pictures how many were compared
     * @param changed how many are predicted differently
     * @param examined how many of these were examined for the concepts behind them
     * @param turns from which class to which, the most frequent first
     * @param behind concepts behind the changes, the strongest first
     * @param list of the changed pictures, not all if there are many
     */
    public record Predictions(
            int pictures, int changed, int examined, List<Turn> turns, List<Behind> behind, List<Changed> list) {
        public Predictions {
            turns = List.copyOf(turns);
            behind = List.copyOf(behind);
            list = List.copyOf(list);
        }
    }

    /** A change of prediction and how many pictures have it. */
    public record Turn(List<Named> before, List<Named> after, int pictures) {
        public Turn {
            before = List.copyOf(before);
            after = List.copyOf(after);
        }

        /** For example "3 cat to 5 dog". */
        @Override
        public String toString() {
            return Named.list(before) + " to " + Named.list(after);
        }
    }

    /**
     * A concept behind changed predictions.
     *
     * @param towards by how much more it speaks for the new prediction in the second network than in the first, in
     *     logits; the mean over pictures
     * @param first pictures on which it is the strongest of all concepts
     */
    public record Behind(ComparedConcept concept, double towards, int first) {}

    /**
     * A picture that is predicted differently.
     *
     * @param picture its name
     * @param behind concepts behind the change, the strongest first
     */
    public record Changed(String picture, List<Named> before, List<Named> after, List<Behind> behind) {
        public Changed {
            before = List.copyOf(before);
            after = List.copyOf(after);
            behind = List.copyOf(behind);
        }
    }

    /**
     * Compares two runs, and writes nothing. Results do not depend on the number of threads.
     *
     * @param before for example the run of the last release
     * @param after for example the run of the next release
     * @throws InvalidInput if the runs have too few pictures in common
     */
    public static RunDiff of(Run before, Run after, Options options, Monitor monitor) {
        return new DiffMeasurement(before, after, options, monitor).measure();
    }

    /** Whether the runs have the same concepts with the same contributions, and the same predictions. */
    public boolean isSame() {
        return lost.isEmpty()
                && gained.isEmpty()
                && merged.isEmpty()
                && split.isEmpty()
                && moved.isEmpty()
                && (predictions == null || predictions.changed() == 0);
    }

    /** The result in one sentence. */
    public String sentence() {
        String concepts = String.format(
                Locale.ROOT,
                "%d concepts found again, %d lost, %d gained",
                matched.size() + merged.size(),
                lost.size(),
                gained.size());
        String changed = predictions == null
                ? "predictions were not compared"
                : String.format(
                        Locale.ROOT, "%,d of %,d predictions changed", predictions.changed(), predictions.pictures());
        return concepts + "; " + changed + ".";
    }
}
