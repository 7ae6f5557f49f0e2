package org.eddp.cli.command;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.eddp.cli.option.CommandText;
import org.eddp.cli.terminal.Console;
import org.eddp.experiments.world.WorldExperiment;
import org.eddp.features.FeatureSet;
import org.eddp.influence.InfluenceResults;
import org.eddp.metrics.Comparison;
import org.eddp.run.Results;
import org.eddp.run.Run;
import org.eddp.study.BaselineStudy;
import org.eddp.study.Learning;

/** Prints what the steps of a world found, as the commands do that make such a step alone. */
final class WorldConsole extends Console implements WorldExperiment.Observer {
    private final int threads;

    WorldConsole(int threads) {
        this.threads = threads;
    }

    @Override
    public String command(WorldExperiment.Step step) {
        List<String> arguments = new ArrayList<>(List.of(step.name()));
        step.settings().forEach((name, value) -> {
            arguments.add("--" + name);
            if (!value.isEmpty()) {
                arguments.add(value);
            }
        });
        arguments.addAll(List.of("--threads", Integer.toString(threads)));
        return CommandText.of(arguments);
    }

    @Override
    public void trained(int classes, double valAccuracy, double trainAccuracy) {
        System.out.printf(
                Locale.ROOT,
                "network: accuracy %.3f on its %d classes (validation), %.3f (training)%n",
                valAccuracy,
                classes,
                trainAccuracy);
    }

    @Override
    public void extracted(FeatureSet set) {
        FeaturesTable.print(set.folder(), set, "");
    }

    @Override
    public void learned(Path run, FeatureSet set, Learning.Result result, String command) {
        LearnCommand.show(run, set, result, command);
    }

    @Override
    public void fitted(Path run, BaselineStudy.Result result) {
        BaselineCommand.print(run, result);
    }

    @Override
    public void evaluated(List<Comparison.Row> rows) {
        System.out.print(new Comparison(rows).text());
    }

    @Override
    public void influence(Run run, InfluenceResults results) {
        InfluenceTable.print(results);
        InfluenceCommand.draw(results, Pages.folder(null, run.path(Results.FIGURES)));
    }
}
