package org.eddp.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.eddp.names.ConceptName;
import org.eddp.report.page.Html;
import org.eddp.report.page.HtmlPage;

/**
 * How pages name concepts. A concept with a name is shown by that name. A concept without a name is shown by its
 * number; its closest label is shown separately, so that readers do not mistake it for a name.
 */
final class ClosestLabel {
    private ClosestLabel() {}

    /** A concept where there is room for a second line, as at the head of a row. */
    static Html titled(ConceptName concept) {
        return Html.of(concept.title(), below(concept));
    }

    /** The second line alone; empty for concepts with nothing but a name. */
    static Html below(ConceptName concept) {
        return concept.closest()
                .map(label -> Html.styled("span", "explain", label))
                .orElse(Html.of());
    }

    /** A paragraph after a drawing that only has room for titles; none if all of its concepts have names. */
    static List<Html> note(Stream<ConceptName> drawn) {
        List<String> unnamed = new ArrayList<>();
        List<String> named = new ArrayList<>();
        drawn.distinct()
                .filter(concept -> concept.closest().isPresent())
                .sorted(Comparator.comparingInt(ConceptName::number))
                .forEach(concept -> (concept.name() == null ? unnamed : named).add(concept.inFull()));
        List<Html> notes = new ArrayList<>();
        if (!unnamed.isEmpty()) {
            notes.add(HtmlPage.paragraph("Without a name, because their detectors overlap no label well enough: "
                    + String.join("; ", unnamed) + "."));
        }
        if (!named.isEmpty()) {
            notes.add(HtmlPage.paragraph(
                    "What else is known of concepts with a name: " + String.join("; ", named) + "."));
        }
        return notes;
    }
}
