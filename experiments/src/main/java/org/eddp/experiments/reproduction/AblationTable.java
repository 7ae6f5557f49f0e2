package org.eddp.experiments.reproduction;

import java.util.ArrayList;
import java.util.List;
import org.eddp.experiments.reproduction.ResultTable.Line;
import org.eddp.metrics.Comparison;
import org.eddp.metrics.Comparison.Column;
import org.eddp.study.Ablation;

/** Ablations with a mark for every loss, as in the paper. */
final class AblationTable {
    static final String WITH = "yes";
    static final String WITHOUT = "no";

    private AblationTable() {}

    private static List<String> marks(Ablation.Table table) {
        return switch (table) {
            case LOSSES -> List.of("Ortho", "L^fs", "L^eac");
            case UUR -> List.of("Ortho", "L^uur");
            case CUR -> List.of("L^uur", "L^cur");
            case FSO -> List.of("L^uur", "L^cur", "L^fso");
            case MARGIN -> List.of("Method", "Target");
        };
    }

    /** The marks of every row, in the order of the table. */
    private static List<String> rows(Ablation.Table table) {
        return switch (table) {
            case LOSSES -> List.of("+--", "---", "-+-", "-++");
            case UUR -> List.of("+-", "++", "--", "-+");
            case CUR -> List.of("--", "+-", "-+");
            case FSO -> List.of("+--", "-+-", "+-+", "-++");
            case MARGIN -> List.of();
        };
    }

    private static String title(Ablation.Table table) {
        return switch (table) {
            case LOSSES -> "Ablation of the losses for interpretability";
            case UUR -> "Ablation of unconstrained uncertainty region alignment";
            case CUR -> "Ablation of both kinds of uncertainty region alignment";
            case FSO -> "Ablation of filter-signal orthogonality";
            case MARGIN -> "Target of the margin";
        };
    }

    static String name(Ablation.Table table) {
        return "ablation-" + table.label();
    }

    static ResultTable of(Ablation.Table table, Comparison comparison) {
        List<Column> columns = comparison.columns();
        List<String> headings = new ArrayList<>(marks(table));
        columns.forEach(column -> headings.add(MethodTables.heading(column)));
        List<Line> lines = new ArrayList<>();
        for (int k = 0; k < comparison.rows().size(); k++) {
            Comparison.Row row = comparison.rows().get(k);
            lines.add(MethodTables.line(begin(table, k, row.name()), comparison, row, columns));
        }
        int number = comparison.rows().get(0).concepts();
        return ResultTable.of(name(table), title(table) + ", I = " + number, headings, lines, List.of());
    }

    private static List<String> begin(Ablation.Table table, int row, String name) {
        if (table == Ablation.Table.MARGIN) {
            String[] parts = name.split(", ");
            return List.of("EDDP-" + parts[0], parts[1] + ".0");
        }
        return rows(table)
                .get(row)
                .chars()
                .mapToObj(mark -> mark == '+' ? WITH : WITHOUT)
                .toList();
    }
}
