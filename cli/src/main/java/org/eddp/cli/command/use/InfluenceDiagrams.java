package org.eddp.cli.command.use;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.eddp.cli.print.Pages;
import org.eddp.files.FileNames;
import org.eddp.influence.InfluenceResults;
import org.eddp.report.ResultPages;

/** The diagrams of {@code eddp influence}, one of every class that is shown. */
public final class InfluenceDiagrams {
    private InfluenceDiagrams() {}

    /** Draws a diagram of every class that is shown, and returns where they are. */
    public static List<Path> draw(InfluenceResults results, Path figures) {
        List<Path> drawn = new ArrayList<>();
        for (InfluenceResults.ClassInfluence of : results.classes()) {
            String name = figure(of);
            Pages.figure(figures, name, ResultPages.diagram(of, results));
            drawn.add(figures.resolve(name + ".svg"));
        }
        return drawn;
    }

    /** Draws the diagrams again if any is missing. */
    public static void complete(InfluenceResults results, Path figures) {
        if (!results.classes().stream().allMatch(of -> Pages.hasFigure(figures, figure(of)))) {
            draw(results, figures);
        }
    }

    private static String figure(InfluenceResults.ClassInfluence of) {
        return "influence-" + FileNames.of(of.label().toString());
    }
}
