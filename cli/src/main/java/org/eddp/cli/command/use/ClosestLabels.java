package org.eddp.cli.command.use;

import java.io.PrintWriter;
import java.util.Comparator;
import java.util.stream.Stream;
import org.eddp.names.ConceptName;

/** Lines below a text that mentions concepts: the closest labels and words of concepts that have other names. */
final class ClosestLabels {
    private ClosestLabels() {}

    static void print(PrintWriter out, Stream<ConceptName> mentioned) {
        mentioned
                .distinct()
                .sorted(Comparator.comparingInt(ConceptName::number))
                .forEach(concept -> concept.closest()
                        .ifPresent(label -> out.println(
                                concept.title() + (concept.name() == null ? " has no name; " : ": ") + label)));
    }
}
