package org.eddp.cli.command.bench;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code eddp bench}: measures speed, and compares results with known causes. */
@Command(
        name = "bench",
        header = "Measurements: speed side by side, explanations against known causes, and the audit against planted"
                + " flaws.",
        mixinStandardHelpOptions = true,
        subcommands = {
            BenchStepCommand.class,
            BenchDissectionCommand.class,
            BenchInfluenceCommand.class,
            BenchGrowthCommand.class,
            BenchFeaturesCommand.class,
            BenchStudioCommand.class,
            BenchScaleCommand.class,
            BenchTruthCommand.class,
            BenchAuditCommand.class
        },
        footer = {"", "Example:", "  ./eddp bench step --size resnet18"})
public final class BenchCommand implements Runnable {
    @Spec
    private CommandSpec spec;

    @Override
    public void run() {
        spec.commandLine().usage(spec.commandLine().getOut());
    }
}
