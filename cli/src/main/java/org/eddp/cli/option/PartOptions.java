package org.eddp.cli.option;

import java.io.PrintWriter;
import java.util.Optional;
import java.util.function.Function;
import org.eddp.cli.terminal.Escapes;
import org.eddp.failure.InvalidInput;
import org.eddp.parts.Distributor;
import org.eddp.parts.Part;
import org.eddp.parts.Part.FinishedPart;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Spec.Target;

/** The part of the work that this process does, if others do the rest. */
public final class PartOptions {
    @Spec(Target.MIXEE)
    private CommandSpec spec;

    @NotRecorded
    @Option(
            names = "--part",
            paramLabel = "I/N",
            description =
                    "Compute only the I-th of N parts, and keep its result beside the final result until all parts"
                            + " are finished. Other processes, on this machine or others, compute the other parts.")
    private String part;

    @NotRecorded
    @Option(
            names = "--merge",
            description =
                    "Combine the N parts, or list the missing ones; pass the same other options as for the parts.")
    private boolean merge;

    @Mixin
    private ClusterOption cluster;

    /**
     * Runs work, in this process or on a cluster.
     *
     * @param work receives the distributor to use
     */
    public <T> T distribute(Function<Distributor, T> work) {
        if (merge && cluster.given()) {
            throw new ParameterException(
                    spec.commandLine(),
                    "--spark and --merge exclude each other: Spark leaves no parts to put together");
        }
        return cluster.distribute(work);
    }

    /**
     * Computes one part and reports it, if this process has only one part.
     *
     * @param work a part of it
     * @return whether it has; otherwise all of the work is to do
     */
    public boolean does(Function<Part, FinishedPart> work) {
        Optional<Part> own = part();
        own.map(work).ifPresent(this::print);
        return own.isPresent();
    }

    /** The part of this process; empty for all of the work. */
    public Optional<Part> part() {
        if (part != null && cluster.given()) {
            throw new ParameterException(
                    spec.commandLine(), "--part and --spark exclude each other: Spark decides who does what");
        }
        if (part != null && merge) {
            throw new ParameterException(
                    spec.commandLine(),
                    "--part and --merge exclude each other: parts are put together when all are there");
        }
        try {
            return Optional.ofNullable(part).map(Part::parse);
        } catch (InvalidInput e) {
            throw new ParameterException(spec.commandLine(), "--part: " + e.getMessage(), e);
        }
    }

    /** Prints which part is done. */
    public void print(FinishedPart done) {
        PrintWriter out = Escapes.writer(spec.commandLine().getOut());
        out.printf("part %s: %d of %d %s, in %s%n", done.part(), done.own(), done.units(), done.unit(), done.folder());
        out.println("next: when all parts are done, the same command with --merge instead of --part");
    }

    /** Whether to merge the parts. */
    public boolean merges() {
        return merge;
    }
}
