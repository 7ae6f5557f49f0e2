package org.eddp.cli.option;

import java.util.Optional;
import org.eddp.parts.DonePart;
import org.eddp.parts.Part;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Spec.Target;

/** Which part of the work is this process's, if others do the rest. */
public final class PartOptions {
    @Spec(Target.MIXEE)
    private CommandSpec spec;

    @Option(
            names = "--part",
            paramLabel = "I/N",
            description =
                    "Do the I-th of N parts of the work only, and keep what comes of it beside the result until all parts are"
                            + " there; the others are done by other processes, on this machine or elsewhere.")
    private String part;

    @Option(
            names = "--merge",
            description = "Put the N parts together, or say which are missing; the other options as for the parts.")
    private boolean merge;

    /** The part to do; empty for all of the work. */
    public Optional<Part> part() {
        if (part != null && merge) {
            throw new ParameterException(
                    spec.commandLine(),
                    "--part and --merge exclude each other: parts are put together when all are there");
        }
        try {
            return Optional.ofNullable(part).map(Part::parse);
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), "--part: " + e.getMessage(), e);
        }
    }

    /** Says which part is done. */
    public void print(DonePart done) {
        System.out.printf("part %s: %d of %d shards, in %s%n", done.part(), done.own(), done.units(), done.folder());
        System.out.println("next: when all parts are done, the same command with --merge instead of --part");
    }

    /** Whether parts are to be put together. */
    public boolean merges() {
        return merge;
    }
}
