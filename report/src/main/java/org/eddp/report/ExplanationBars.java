package org.eddp.report;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.eddp.explain.ExplainedImage;
import org.eddp.explain.Explanation;
import org.eddp.explain.Explanation.Part;
import org.eddp.names.ConceptName;
import org.eddp.report.draw.Figures;
import org.eddp.report.draw.Figures.Bar;

/**
 * The parts of a logit, as bars. By removal: concepts that fire in the image, their interaction, and the picture
 * without them; the bars add up to the logit. By the paper's decomposition: concepts that fire, then those absent from
 * the image, and the residual. Concepts that only cancel each other always share a bar. Other parts that are too small
 * to be seen are summed up, so that all bars add up.
 */
final class ExplanationBars {
    private static final int PRESENT = 10;
    private static final int ABSENT = 5;
    /** Concepts of a group that its bar names. */
    private static final int NAMED = 3;
    /** Smallest bar, as a share of all bars together. */
    private static final double SMALLEST = 0.02;

    private final ExplainedImage explained;
    private final double smallest;
    private final List<Bar> bars = new ArrayList<>();
    private final List<Integer> concepts = new ArrayList<>();

    ExplanationBars(ExplainedImage explained) {
        this.explained = explained;
        Explanation e = explained.explanation();
        smallest = SMALLEST
                * e.parts().stream().mapToDouble(p -> Math.abs(p.total())).sum();
        add(e.parts().stream().filter(Part::present).toList(), PRESENT, "", "that fire");
        if (e.byRemoval()) {
            bars.add(new Bar("interaction", e.interaction(), false));
            bars.add(new Bar("without its concepts", e.baselineLogit(), false));
            return;
        }
        add(e.parts().stream().filter(p -> !p.present()).toList(), ABSENT, ", absent here", "absent");
        bars.add(new Bar("residual", e.residual(), false));
        if (e.firstOrder()) {
            bars.add(new Bar("beyond first order", e.error(), false));
        }
    }

    private void add(List<Part> parts, int most, String suffix, String kind) {
        List<Part> rest = new ArrayList<>();
        int shown = 0;
        for (Part part : parts) {
            if (part.group() || (shown < most && Math.abs(part.total()) >= smallest)) {
                bars.add(new Bar(title(part) + suffix, part.total(), true));
                concepts.addAll(part.concepts());
                shown++;
            } else {
                rest.add(part);
            }
        }
        if (!rest.isEmpty()) {
            double sum = rest.stream().mapToDouble(Part::total).sum();
            bars.add(new Bar(
                    rest.size() + (shown == 0 ? " " : rest.size() == 1 ? " other " : " others ") + kind, sum, false));
        }
    }

    private String title(Part part) {
        List<Integer> members = part.concepts();
        if (members.size() <= NAMED) {
            return explained.title(part);
        }
        String first = members.stream().limit(NAMED - 1).map(String::valueOf).collect(Collectors.joining(" + "));
        return first + " + \u2026 (" + members.size() + ") together";
    }

    /** The concepts that have a bar. */
    Stream<ConceptName> concepts() {
        return concepts.stream().map(explained.concepts()::get);
    }

    /** The drawing. */
    String svg(String id) {
        return Figures.divergingBars(
                id,
                "Contributions of concepts to " + explained.subjectInSentence(),
                "contribution to the logit of " + explained.subjectInSentence(),
                "",
                0,
                bars);
    }
}
