package org.eddp.cli.command.comparison;

import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.eddp.cli.command.LearnCommand;
import org.eddp.cli.command.use.InfluenceDiagrams;
import org.eddp.cli.command.use.InfluenceTable;
import org.eddp.cli.print.Pages;
import org.eddp.cli.terminal.Console;
import org.eddp.features.FeatureSet;
import org.eddp.influence.InfluenceResults;
import org.eddp.metrics.Comparison;
import org.eddp.run.Results;
import org.eddp.run.Run;
import org.eddp.study.Learning;
import org.eddp.study.Steps;

/** Prints results of the steps of long work, and writes their pages, as the single commands do. */
class StepsConsole extends Console implements Steps.Observer {
    private final PrintWriter out;

    StepsConsole(PrintWriter out) {
        this.out = out;
    }

    protected PrintWriter out() {
        return out;
    }

    @Override
    public void learned(Path run, FeatureSet set, Learning.Result result, String command) {
        LearnCommand.show(out, run, set, result, command);
    }

    @Override
    public boolean isReported(Path run) {
        return Files.exists(run.resolve(Results.REPORT));
    }

    @Override
    public void evaluated(List<Comparison.Row> rows) {
        out.print(new Comparison(rows).text());
    }

    @Override
    public void influence(Run run, InfluenceResults results) {
        InfluenceTable.print(out, results);
        Path figures = Pages.folder(null, run.path(Results.FIGURES));
        List<Path> drawn = InfluenceDiagrams.draw(results, figures);
        diagrams(drawn.size(), figures);
    }

    @Override
    public void influenceKnown(Run run, InfluenceResults results) {
        InfluenceDiagrams.complete(results, Pages.folder(null, run.path(Results.FIGURES)));
    }

    /** Prints where the diagrams of a run are. */
    void diagrams(int number, Path figures) {
        out.println("Diagrams: " + number + " in " + figures);
    }
}
