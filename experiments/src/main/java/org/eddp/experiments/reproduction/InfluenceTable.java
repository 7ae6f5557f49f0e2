package org.eddp.experiments.reproduction;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.eddp.experiments.reproduction.ResultTable.Group;
import org.eddp.experiments.reproduction.ResultTable.Line;
import org.eddp.influence.InfluenceResults;
import org.eddp.learning.LearnOptions.Variant;
import org.eddp.run.Results;
import org.eddp.run.Run;
import org.eddp.study.Ablation;

/** Influence of the concepts of both variants: the paper's test, and that of effects. */
final class InfluenceTable {
    private static final List<String> COLUMNS =
            List.of("I", "Method", "SDC", "SCDP", "I1", "saturated", "moving", "pairs");

    private InfluenceTable() {}

    static ResultTable of(Protocol protocol) {
        List<Line> lines = new ArrayList<>();
        for (int number : protocol.concepts()) {
            for (Variant variant : List.of(Variant.U, Variant.C)) {
                try (Run run = Run.open(protocol.run(number, variant))) {
                    run.read(Results.INFLUENCE).ifPresent(found -> lines.add(line(run.name(), found)));
                }
            }
        }
        return ResultTable.of(
                        "influence",
                        "Influence of concepts on classes",
                        COLUMNS,
                        lines,
                        List.of("SDC, SCDP: concepts, and pairs of a concept and a class, that are significant in the"
                                + " paper's test of RCAV scores. saturated: pairs that it cannot decide, because their"
                                + " score and that of noise are as large as they can be. moving, pairs: concepts that"
                                + " move a class, and pairs, by the size of the effect."))
                .and(paper(protocol));
    }

    private static Line line(String name, InfluenceResults found) {
        boolean tested = found.paper();
        InfluenceResults.EffectSummary effects = found.effects();
        return Line.of(List.of(
                Integer.toString(found.summary().concepts()),
                name,
                tested ? Integer.toString(found.summary().significantDirections()) : ResultTable.NOTHING,
                tested ? Integer.toString(found.summary().significantPairs()) : ResultTable.NOTHING,
                MethodTables.number(found.summary().meanInfluence()),
                tested ? Integer.toString(found.saturated()) : ResultTable.NOTHING,
                effects == null ? ResultTable.NOTHING : Integer.toString(effects.concepts()),
                effects == null ? ResultTable.NOTHING : Integer.toString(effects.pairs())));
    }

    /** The paper has one row for each choice of losses; two of them are its variants. */
    private static Group paper(Protocol protocol) {
        Map<List<String>, String> variants =
                Map.of(List.of("yes", "no", "no"), Ablation.WHOLE_U, List.of("no", "yes", "yes"), Ablation.WHOLE_C);
        List<Line> lines = new ArrayList<>();
        String title = "";
        for (PaperTables.PaperTable table : protocol.paper().tables()) {
            boolean same = protocol.options()
                    .paper()
                    .filter(p -> p.label().equals(table.network()))
                    .isPresent();
            if (same && table.kind().equals("influence")) {
                title = PaperTables.title(table);
                for (List<String> row : table.rows()) {
                    String name = variants.get(row.subList(0, 3));
                    if (name != null) {
                        String none = ResultTable.NOTHING;
                        lines.add(Line.of(List.of(none, name, row.get(3), row.get(4), none, none, none, none)));
                    }
                }
            }
        }
        return new Group(title, true, lines);
    }
}
