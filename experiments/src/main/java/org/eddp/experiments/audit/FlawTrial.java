package org.eddp.experiments.audit;

import java.util.List;
import org.eddp.files.json.Json;

/**
 * What one network gave; kept as a file, so that it is not made twice.
 *
 * @param settings how it was made
 * @param percent share of the training pictures of the planted class that show the mark; 0 is the clean twin
 * @param classes names of the classes
 * @param label number of the planted class
 * @param accuracy of the network
 * @param sets direction pairs in which the mark was looked for, the learned ones first
 * @param rankings of pairs, the audit of the learned pairs first
 * @param repair by the first suspect; null for the clean twin
 */
record FlawTrial(
        Settings settings,
        int percent,
        List<String> classes,
        int label,
        Accuracy accuracy,
        List<Separated> sets,
        List<Ranked> rankings,
        @Json.MayBeNull Repair repair) {
    /**
     * How a network was made.
     *
     * @param network its file; "chess" for networks that are trained here
     * @param networkDigest of the content of the file
     * @param preprocessing digest of how pictures become inputs
     * @param pictures where they came from
     * @param kind of mark
     * @param classes of photographs
     * @param perClass photographs of a class to learn from at most
     * @param concepts direction pairs I
     * @param others whether other direction sets go through the audit too
     */
    public record Settings(
            String network,
            String networkDigest,
            String preprocessing,
            String pictures,
            String kind,
            int classes,
            int perClass,
            int concepts,
            boolean others,
            long seed) {}

    /**
     * How well the network does.
     *
     * @param train on the training pictures
     * @param clean on test pictures without the mark
     * @param marked on the same test pictures with the mark
     * @param cleanTaken share of the test pictures of other classes that are taken for the planted class without the mark
     * @param markedTaken the same with the mark
     */
    public record Accuracy(double train, double clean, double marked, double cleanTaken, double markedTaken) {}

    /**
     * How well a set of directions separates the mark, measured on test pictures and their marked twins.
     *
     * @param set name of the set
     * @param concepts those of the mark, the best first; none if the mark was not found
     * @param iou of the patches on which any of them fires with the patches that show the mark
     * @param best IoU of the best concept alone
     * @param chance IoU of a detector that fires everywhere
     */
    public record Separated(String set, List<Integer> concepts, double iou, double best, double chance) {
        boolean found() {
            return !concepts.isEmpty();
        }
    }

    /**
     * A ranking of suspects.
     *
     * @param set the directions it is about
     * @param ranking its name
     * @param entries number of entries
     * @param rank of the flaw; null if no entry names it
     * @param alarms suspects above the line; null for rankings without a line
     * @param named how many of them name the flaw; null for rankings without a line
     * @param first the first entry; null if there is none
     */
    public record Ranked(
            String set,
            String ranking,
            int entries,
            @Json.MayBeNull Double rank,
            @Json.MayBeNull Integer alarms,
            @Json.MayBeNull Integer named,
            @Json.MayBeNull First first) {
        boolean within(int places) {
            return rank != null && rank <= places;
        }
    }

    /**
     * The first entry of a ranking.
     *
     * @param concepts taken for one
     * @param label the class
     * @param score as the ranking says it
     */
    public record First(List<Integer> concepts, int label, double score) {
        static First of(Suspicion suspicion) {
            return suspicion == null ? null : new First(suspicion.concepts(), suspicion.label(), suspicion.score());
        }
    }

    /**
     * The flaw taken out.
     *
     * @param supervised by the Pattern-CAV of the patches that are known to show the mark
     * @param suggested by the first suspect, as the audit suggests it; null if nothing is above the line
     */
    public record Repair(
            Corrected supervised, @Json.MayBeNull Corrected suggested) {}

    /**
     * Accuracy of a corrected network.
     *
     * @param clean on test pictures without the mark
     * @param marked on the same test pictures with the mark
     */
    public record Corrected(double clean, double marked) {}

    /** Least gain of the supervised repair of which a share is given. */
    private static final double LEAST_GAIN = 0.02;

    /** The audit of the learned pairs. */
    Ranked audit() {
        return rankings.get(0);
    }

    /** Whether the network has the flaw. */
    boolean isFlawed() {
        return percent > 0;
    }

    /** Whether the supervised repair gains enough to compare with. */
    boolean harmful() {
        return repair != null && repair.supervised().marked() - accuracy.marked() >= LEAST_GAIN;
    }

    /** Share of the gain of the supervised repair that the suggestion regains; only if {@link #harmful}. */
    double regained() {
        return repair.suggested() == null
                ? 0
                : (repair.suggested().marked() - accuracy.marked())
                        / (repair.supervised().marked() - accuracy.marked());
    }
}
