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
 * What adds to a logit, as bars: concepts that fire in the image, then those absent from it. Concepts that only cancel each other
 * share a bar, and what is too small to be seen is summed up, so that every bar says something and all of them add up.
 */
final class ExplanationBars {
    private static final int PRESENT = 10;
    private static final int ABSENT = 5;
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
        add(e.parts().stream().filter(p -> !p.present()).toList(), ABSENT, " (absent)", "absent");
        bars.add(new Bar("residual", e.residual(), false));
        if (e.firstOrder()) {
            bars.add(new Bar("beyond first order", e.error(), false));
        }
    }

    private void add(List<Part> parts, int most, String suffix, String kind) {
        int shown = 0;
        while (shown < Math.min(most, parts.size()) && Math.abs(parts.get(shown).total()) >= smallest) {
            bars.add(new Bar(title(parts.get(shown)) + suffix, parts.get(shown).total(), true));
            concepts.addAll(parts.get(shown).concepts());
            shown++;
        }
        List<Part> rest = parts.subList(shown, parts.size());
        int left = rest.stream().mapToInt(p -> p.concepts().size()).sum();
        if (left > 0) {
            double sum = rest.stream().mapToDouble(Part::total).sum();
            bars.add(new Bar(left + (shown == 0 ? " " : " others ") + kind, sum, false));
        }
    }

    private String title(Part part) {
        List<Integer> members = part.concepts();
        if (members.size() == 1) {
            return explained.concepts().get(members.get(0)).title();
        }
        String first = members.stream().limit(NAMED).map(String::valueOf).collect(Collectors.joining(" + "));
        return first + (members.size() > NAMED ? " + \u2026 (" + members.size() + ")" : "") + " together";
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
