package org.eddp.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.eddp.names.ConceptName;
import org.eddp.report.page.Html;
import org.eddp.report.page.HtmlPage;

/**
 * How pages call concepts. A name stands for itself; a concept without one is a number, and the label closest to it stands apart,
 * so that nobody takes it for a name.
 */
final class ClosestLabel {
    private ClosestLabel() {}

    /** A concept where there is room for a second line, as at the head of a row. */
    static Html titled(ConceptName concept) {
        return Html.of(concept.title(), below(concept));
    }

    /** The second line alone; nothing for concepts with a name. */
    static Html below(ConceptName concept) {
        return concept.closest()
                .map(label -> Html.styled("span", "explain", label))
                .orElse(Html.of());
    }

    /** A paragraph after a drawing that only has room for titles; none if all of its concepts have names. */
    static List<Html> note(Stream<ConceptName> drawn) {
        List<String> unnamed = new ArrayList<>();
        drawn.distinct()
                .filter(concept -> concept.closest().isPresent())
                .sorted(Comparator.comparingInt(ConceptName::number))
                .forEach(concept -> unnamed.add(concept.inFull()));
        return unnamed.isEmpty()
                ? List.of()
                : List.of(HtmlPage.paragraph("Without a name, because their detectors overlap no label well enough: "
                        + String.join("; ", unnamed) + "."));
    }
}
