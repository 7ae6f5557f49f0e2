package org.eddp.experiments.reproduction;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.eddp.experiments.reproduction.ResultTable.Group;
import org.eddp.experiments.reproduction.ResultTable.Line;
import org.eddp.files.AtomicFile;
import org.eddp.metrics.Latex;

/** Tables as the paper sets them: a headline over each group of rows, the best of a column bold, marks for losses. */
final class LatexTable {
    private static final Pattern LOSS = Pattern.compile("L\\^(\\w+)");

    private LatexTable() {}

    /** Writes every table into a file of its own, and a document that contains all. */
    static void write(List<ResultTable> tables, Path folder) {
        for (ResultTable table : tables) {
            AtomicFile.writeString(folder.resolve(table.name() + ".tex"), of(table));
        }
        String inputs =
                tables.stream().map(t -> "\\input{" + t.name() + ".tex}\n").collect(Collectors.joining());
        AtomicFile.writeString(folder.resolve("all.tex"), """
                \\documentclass{article}
                \\usepackage[landscape,margin=1cm]{geometry}
                \\usepackage{amssymb,graphicx}
                \\newcommand{\\cmark}{\\checkmark}
                \\newcommand{\\xmark}{$\\times$}
                \\begin{document}
                """ + inputs + "\\end{document}\n");
    }

    /** A table with caption and label; needs the packages amssymb and graphicx, and the commands cmark and xmark. */
    static String of(ResultTable table) {
        int width = table.columns().size();
        StringBuilder text = new StringBuilder("\\begin{table}[h]\n    \\caption{")
                .append(set(table.title()))
                .append("}\n    \\label{tab:")
                .append(table.name())
                .append("}\n    \\centering\n    \\resizebox{\\linewidth}{!}{\n    \\begin{tabular}{")
                .append("c".repeat(width))
                .append("}\n        \\hline\n        ")
                .append(table.columns().stream().map(LatexTable::set).collect(Collectors.joining(" & ")))
                .append(" \\\\\n        \\hline\n");
        for (Group group : table.groups()) {
            if (!group.title().isEmpty()) {
                text.append("        \\multicolumn{" + width + "}{c}{\\textbf{" + set(group.title()) + "}} \\\\\n");
            }
            group.lines()
                    .forEach(line -> text.append("        ").append(row(line)).append(" \\\\\n"));
            text.append("        \\hline\n");
        }
        text.append("    \\end{tabular}\n    }\n");
        table.notes().forEach(note -> text.append("\n    {\\footnotesize " + set(note) + "}\n"));
        return text.append("\\end{table}\n").toString();
    }

    private static String row(Line line) {
        List<String> cells = new ArrayList<>();
        for (int c = 0; c < line.cells().size(); c++) {
            String cell = set(line.cells().get(c));
            cells.add(line.best().contains(c) ? "\\textbf{" + cell + "}" : cell);
        }
        return String.join(" & ", cells);
    }

    private static String set(String text) {
        if (text.equals(AblationTable.WITH) || text.equals(AblationTable.WITHOUT)) {
            return text.equals(AblationTable.WITH) ? "\\cmark" : "\\xmark";
        }
        // characters for private use stand for the commands, which would be escaped
        return Latex.text(LOSS.matcher(text).replaceAll("\uE001$1\uE002"))
                .replace("\uE001", "$\\mathcal{L}^{")
                .replace("\uE002", "}$")
                .replace("\u00b1", "$\\pm$")
                .replace("\u2020", "$^\\dagger$")
                .replace("\u2192", "$\\rightarrow$")
                .replace(ResultTable.UP, "$\\uparrow$")
                .replace(ResultTable.DOWN, "$\\downarrow$");
    }
}
