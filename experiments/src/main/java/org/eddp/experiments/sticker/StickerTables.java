package org.eddp.experiments.sticker;

import java.util.ArrayList;
import java.util.List;
import org.eddp.experiments.Experiment;
import org.eddp.experiments.sticker.StickerResults.Checks;
import org.eddp.experiments.sticker.StickerResults.Evaluation;

/** Repair on real photographs as text. */
final class StickerTables extends Experiment.Tables<StickerResults> {
    @Override
    protected void one(StickerResults r) {
        StickerResults.Settings s = r.settings();
        line(
                "%nRepair on real photographs, seed %d: %d classes, %d training pictures (the %d of %s have a card),"
                        + " %d for testing (with %d cards each, one at a time), %d direction pairs at layer %s",
                s.seed(),
                s.classes().size(),
                s.trainImages(),
                s.markedImages(),
                s.marked(),
                s.testImages(),
                s.testCards(),
                s.concepts(),
                s.layer());
        line("");
        line("%-58s %8s %8s %10s", "accuracy on test pictures", "clean", "card", "card, change");
        evaluation(r, "linear layer as trained", r.original());
        evaluation(r, "card taken out (merged signal vector)", r.corrected());
        evaluation(
                r,
                "  upper bound: Pattern-CAV and a supervised detector",
                r.controls().supervised());
        evaluation(r, "  control: detectors' filters in its place", r.controls().filters());
        line(
                "%-58s %8s %8s %+10.1f points",
                "  control: best of " + r.controls().random().size() + " random directions",
                "",
                "",
                100 * r.bestRandomGain());
        evaluation(
                r,
                "card taken out (detectors' own learned signal vectors)",
                r.controls().unmerged());
        evaluation(r, "  detectors one by one: own filters", r.controls().unmergedFilters());
        evaluation(r, "  filter of the merged pair", r.controls().mergedFilter());
        line("");
        line("%-12s %8s %9s %9s %9s %8s %6s", "detector", "IoU", "test IoU", "patches", "on card", "cosine", "RCAV");
        for (StickerResults.Detector d : r.detectors()) {
            line(
                    "%-12s %8.2f %9.2f %9d %8.0f%% %8.3f %6.2f",
                    "concept " + d.concept(),
                    d.iou(),
                    d.testIou(),
                    d.patches(),
                    100 * d.onCard(),
                    d.patternCosine(),
                    d.influence());
        }
        StickerResults.Group g = r.group();
        line(
                "%-12s %8.2f %9.2f   (by pixels %.2f; merged detector %.2f, supervised one %.2f); signal vector's"
                        + " cosine with the Pattern-CAV %.3f",
                "together",
                g.iou(),
                g.testIou(),
                g.testPixelIou(),
                g.mergedTestIou(),
                g.supervisedTestIou(),
                g.patternCosine());
        fooled(r);
        line("");
        line("%s", verdict(r));
    }

    private void fooled(StickerResults r) {
        StickerResults.Fooled f = r.fooled();
        line("");
        line(
                "%d test pictures with a card are recognised without it and taken for %s with it; their explanations,"
                        + " by undecided point:",
                f.pictures(), r.settings().marked());
        line("  %-48s %10s %6s %6s %9s %6s", "", "card first", "clear", "poor", "residual", "left");
        for (StickerResults.Point p : f.points()) {
            line(
                    "  %-48s %10d %6d %6d %9.2f %6.2f",
                    p.undecided(),
                    p.namedFirst(),
                    p.quality().clear(),
                    p.quality().poor(),
                    p.quality().residual(),
                    p.quality().undecided());
        }
        if (f.example() != null) {
            StickerResults.Example e = f.example();
            line(
                    "for example %s (%s): %s with probability %.2f, and %.2f once the card is taken out (then %s)",
                    e.picture(),
                    e.truth(),
                    r.settings().marked(),
                    e.probability(),
                    e.correctedProbability(),
                    e.correctedClass());
            for (StickerResults.Contribution c : e.concepts()) {
                line("  %-24s %+7.2f", "concept " + c.concept() + (c.card() ? " (card)" : ""), c.total());
            }
        }
    }

    private void evaluation(StickerResults r, String name, Evaluation e) {
        line("%-58s %8.3f %8.3f %+10.1f points", name, e.cleanAccuracy(), e.stampedAccuracy(), 100 * r.gain(e));
    }

    /** Targets and results, in a sentence. */
    static String verdict(StickerResults r) {
        return "Merged pair: " + verdict(r.checks()) + " Own learned signal vectors: " + verdict(r.ownChecks());
    }

    private static String verdict(Checks checks) {
        if (checks.all()) {
            return "the card was found, the direction is right, and taking it out repairs the linear layer.";
        }
        return "NOT as hoped: " + String.join("; ", missed(checks)) + ".";
    }

    private static List<String> missed(Checks checks) {
        List<String> missed = new ArrayList<>();
        note(missed, checks.found(), "the card's detectors have an IoU below " + Checks.IOU);
        note(missed, checks.cosine(), "the cosine with the Pattern-CAV is below " + Checks.COSINE);
        note(
                missed,
                checks.regains(),
                "less than " + Math.round(100 * Checks.REGAINED) + " % of what the Pattern-CAV regains is regained");
        note(missed, checks.beatsControls(), "a filter or a random direction does as well");
        note(missed, checks.cleanKept(), "clean accuracy changes by more than 2 points");
        return missed;
    }

    private static void note(List<String> missed, boolean met, String text) {
        if (!met) {
            missed.add(text);
        }
    }

    @Override
    protected void many(List<StickerResults> results) {
        line(
                "%n%5s %6s %6s %4s %5s %9s %7s %9s %9s %9s %8s %8s %8s %7s %7s %8s",
                "seed",
                "clean",
                "card",
                "det.",
                "IoU",
                "test IoU",
                "cosine",
                "repaired",
                "upper",
                "regained",
                "clean",
                "filters",
                "random",
                "own cos",
                "own",
                "seconds");
        for (int n = 0; n < results.size(); n++) {
            StickerResults r = results.get(n);
            line(
                    "%5d %6.3f %6.3f %4d %5.2f %9.2f %7.3f %+9.1f %+9.1f %8.0f%% %+8.1f %+8.1f %+8.1f %7.3f %+7.1f"
                            + " %8.0f %s",
                    r.settings().seed(),
                    r.original().cleanAccuracy(),
                    r.original().stampedAccuracy(),
                    r.detectors().size(),
                    r.group().iou(),
                    r.group().testIou(),
                    r.group().patternCosine(),
                    100 * r.gain(r.corrected()),
                    100 * r.gain(r.controls().supervised()),
                    100 * r.regained(r.corrected()),
                    100 * r.cleanChange(r.corrected()),
                    100 * r.filterGain(),
                    100 * r.bestRandomGain(),
                    r.leastOwnCosine(),
                    100 * r.gain(r.controls().unmerged()),
                    seconds(n),
                    "merged: " + outcome(r.checks()) + " | own: " + outcome(r.ownChecks()));
        }
        StickerResults.Summary summary = StickerResults.Summary.of(results);
        line("");
        line(
                "card found (IoU at least %.1f) in %d of %d seeds, repaired by the merged pair in %d, by the"
                        + " detectors' own learned signal vectors in %d",
                Checks.IOU, summary.found(), results.size(), summary.passed(), summary.passedByOwn());
    }

    private static String outcome(Checks checks) {
        return checks.all() ? "repaired" : String.join("; ", missed(checks));
    }
}
