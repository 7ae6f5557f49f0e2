package org.eddp.cli.command;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.eddp.cli.option.CommandText;
import org.eddp.experiments.world.WorldExperiment;
import org.eddp.features.FeatureSet;
import org.eddp.study.BaselineStudy;

/** Prints what the steps found that only a world has. */
final class WorldConsole extends StepsConsole implements WorldExperiment.Observer {
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
    public void fitted(Path run, BaselineStudy.Result result) {
        BaselineCommand.print(run, result);
    }
}
