package org.eddp.cli.command.experiment;

import java.io.PrintWriter;
import java.util.Locale;
import org.eddp.cli.command.comparison.BaselinesConsole;
import org.eddp.cli.print.FeaturesTable;
import org.eddp.experiments.world.WorldExperiment;
import org.eddp.features.FeatureSet;
import picocli.CommandLine.Model.CommandSpec;

/** Prints results of the steps that only the world has. */
public final class WorldConsole extends BaselinesConsole implements WorldExperiment.Observer {
    public WorldConsole(CommandSpec program, int threads, PrintWriter out) {
        super(program, threads, out);
    }

    @Override
    public void trained(int classes, double valAccuracy, double trainAccuracy) {
        out().printf(
                        Locale.ROOT,
                        "network: accuracy %.3f on its %d classes (validation), %.3f (training)%n",
                        valAccuracy,
                        classes,
                        trainAccuracy);
    }

    @Override
    public void extracted(FeatureSet set) {
        FeaturesTable.print(out(), set.folder(), set);
    }
}
