package org.eddp.report;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.eddp.health.Health;
import org.eddp.learning.LearningResult.LossCurve;
import org.eddp.report.draw.Figures;
import org.eddp.report.page.Glossary;
import org.eddp.report.page.Html;
import org.eddp.report.page.HtmlPage;
import org.eddp.report.page.NumberText;
import org.eddp.report.page.Table;

/** Every loss over the steps, and whether it met its target. */
public final class LossSection {
    private static final Map<String, String> STAGES = Map.of(
            "a", "Step (a): first filters, kept at right angles",
            "b", "Step (b): filters, margins and thresholds free",
            "d", "Step (d): filters and signal vectors together");

    private LossSection() {}

    /** The constraints, then a panel for every loss of every step. */
    public static List<Html> blocks(List<LossCurve> curves) {
        if (curves.isEmpty()) {
            return List.of(HtmlPage.paragraph("No loss was recorded."));
        }
        List<Html> blocks = new ArrayList<>();
        long targets = curves.stream().filter(c -> c.target() != null).count();
        long missed = curves.stream().filter(c -> Ending.of(c).missed()).count();
        blocks.add(HtmlPage.paragraph("Learning minimises some losses and keeps the others at or below a target. Of "
                + targets + " losses with a target, " + (targets - missed)
                + " ended at it or within 2\u00a0% of it and "
                + missed + " did not. Each panel has its own scale; blue is the loss, the dashed line its target. Look "
                + "for curves that settle, at or below the dashed line."));
        Map<String, List<LossCurve>> stages = new TreeMap<>();
        curves.forEach(
                c -> stages.computeIfAbsent(c.stage(), s -> new ArrayList<>()).add(c));
        stages.forEach((stage, members) -> {
            blocks.add(HtmlPage.heading(STAGES.getOrDefault(stage, "Step (" + stage + ")")));
            blocks.add(panels(stage, members));
        });
        return blocks;
    }

    private static Html panels(String stage, List<LossCurve> curves) {
        List<Object> panels = new ArrayList<>();
        for (int k = 0; k < curves.size(); k++) {
            LossCurve curve = curves.get(k);
            String name = Glossary.shortName(curve.term());
            Ending ending = Ending.of(curve);
            Html caption = Html.of(
                    Html.tag("strong", Glossary.symbol(name)),
                    Glossary.meaning(name).isEmpty() ? "" : ", " + Glossary.meaning(name),
                    ". " + ending.words());
            String title = "Loss " + name + " in step " + stage;
            String id = "loss-" + (stage + "-" + k).replaceAll("[^A-Za-z0-9-]", "_");
            panels.add(
                    Arrays.stream(curve.values()).noneMatch(Double::isFinite)
                            ? Html.tag("figure", Html.tag("figcaption", caption))
                            : HtmlPage.figure(
                                    Figures.lossCurve(
                                            id, title, new Figures.Line(curve.steps(), curve.values(), curve.target())),
                                    caption));
        }
        return Html.styled("div", "multiples", panels.toArray());
    }

    /**
     * A table of final losses, without their curves.
     *
     * @param label its name for screen readers
     * @param caption parts as in {@link Html#of}
     */
    public static Html endings(List<LossCurve> curves, String label, Object... caption) {
        Table table = new Table(label, caption);
        table.column("Loss", "step and name")
                .column("Ended at", "")
                .column("Target", "at most")
                .proseColumn("Reached", "");
        for (LossCurve curve : curves) {
            Ending ending = Ending.of(curve);
            table.row(
                    Html.of("(" + curve.stage() + ") ", Glossary.symbol(curve.term())),
                    NumberText.significant(ending.value()),
                    curve.target() == null ? "none" : NumberText.plain(curve.target()),
                    Table.Cell.prose(curve.target() == null ? "minimised" : ending.judgement()));
        }
        return table.html();
    }

    /**
     * A final loss.
     *
     * @param value as in {@link LossCurve#ending}, NaN if none
     * @param target its upper bound, or null
     */
    record Ending(double value, Double target) {
        static Ending of(LossCurve curve) {
            return new Ending(curve.ending(), curve.target());
        }

        private double excess() {
            return target == null ? 0 : value - target;
        }

        /** Above the target by more than {@link Health.Constraint} allows, or not a number. */
        boolean missed() {
            return target != null && !new Health.Constraint("", value, target).met();
        }

        String judgement() {
            if (Double.isNaN(value)) {
                return "not met, the loss is not a number";
            }
            if (excess() <= 0) {
                return "met";
            }
            return (missed() ? "not met, above by " : "met to within ") + NumberText.plain(excess());
        }

        String words() {
            String end = Double.isNaN(value) ? "Not a number at the end" : "Ends at " + NumberText.significant(value);
            return target == null
                    ? end + "; minimised, no target."
                    : end + "; target at most " + NumberText.plain(target) + ": " + judgement() + ".";
        }
    }
}
