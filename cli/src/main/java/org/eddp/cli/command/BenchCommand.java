package org.eddp.cli.command;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code eddp bench}: side-by-side speed. */
@Command(
        name = "bench",
        header = "Side-by-side speed measurements.",
        mixinStandardHelpOptions = true,
        subcommands = {
            BenchStepCommand.class,
            BenchDissectionCommand.class,
            BenchInfluenceCommand.class,
            BenchGrowthCommand.class,
            BenchFeaturesCommand.class,
            BenchStudioCommand.class,
            BenchScaleCommand.class
        },
        footer = {"", "Example:", "  ./eddp bench step --size resnet18"})
final class BenchCommand implements Runnable {
    @Spec
    private CommandSpec spec;

    @Override
    public void run() {
        spec.commandLine().usage(System.out);
    }
}
