package org.eddp.studio;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.eddp.metrics.Comparison;
import org.eddp.monitor.Monitor;
import org.eddp.study.measure.RunComparison;
import org.eddp.study.view.RunPair;

/** Two runs side by side. */
final class PairViews {
    private PairViews() {}

    /** A metric of both, as in the table of the command. */
    record Measure(String title, boolean moreIsBetter, List<Comparison.Cell> cells) {}

    /**
     * Both.
     *
     * @param pair null if their concepts cannot be matched
     */
    record Page(
            RunViews.Card first,
            RunViews.Card second,
            List<Measure> measures,
            RunPair pair,
            String command,
            List<String> problems) {}

    static Page page(OpenRun first, OpenRun second, CommandLines phrases) {
        List<String> problems = new ArrayList<>();
        RunPair pair = RunViews.attempt(
                () -> first.alone(Monitor.NONE, one -> second.alone(Monitor.NONE, two -> RunPair.of(one, two))),
                problems);
        List<Path> folders = List.of(first.folder(), second.folder());
        Comparison table = RunViews.attempt(() -> RunComparison.of(folders, 0, Monitor.NONE), problems);
        return new Page(
                RunViews.card(first, phrases),
                RunViews.card(second, phrases),
                table == null ? List.of() : measures(table),
                pair,
                phrases.command(List.of(
                        "compare", first.folder().toString(), second.folder().toString())),
                problems);
    }

    private static List<Measure> measures(Comparison table) {
        return table.columns().stream()
                .map(column -> new Measure(
                        column.title(),
                        column.moreIsBetter(),
                        table.rows().stream()
                                .map(row -> table.cell(row, column))
                                .toList()))
                .toList();
    }
}
