package org.eddp.cli.option;

import java.util.Optional;
import java.util.function.Function;
import org.eddp.parts.ClusterService;
import org.eddp.parts.Distributor;
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

    @Option(
            names = "--spark",
            paramLabel = "MASTER",
            arity = "0..1",
            fallbackValue = ClusterService.AS_STARTED,
            description =
                    "Have the shards done by a Spark cluster that sees the same files, such as spark://host:7077 or the one of eddp"
                            + " spark-local; the result is the same. Without a value, the master that spark-submit was given. Among the"
                            + " sources, or with the assembly for spark-submit.")
    private String spark;

    /**
     * Has work done by whoever is to do it: this process, or a cluster.
     *
     * @param work with a distributor
     */
    public <T> T distribute(Function<Distributor, T> work) {
        if (spark == null) {
            return work.apply(Distributor.HERE);
        }
        if (merge) {
            throw new ParameterException(
                    spec.commandLine(),
                    "--spark and --merge exclude each other: Spark leaves no parts to put together");
        }
        ClusterService service = ClusterService.find()
                .orElseThrow(() -> new ParameterException(
                        spec.commandLine(),
                        "--spark works among the sources of eddp, started by ./eddp, or in the assembly, started by spark-submit:"
                                + " what is there for Spark is not here"));
        try (ClusterService.Cluster cluster = service.open(spark)) {
            return work.apply(cluster);
        }
    }

    /** The part to do; empty for all of the work. */
    public Optional<Part> part() {
        if (part != null && spark != null) {
            throw new ParameterException(
                    spec.commandLine(), "--part and --spark exclude each other: Spark decides who does which shards");
        }
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
