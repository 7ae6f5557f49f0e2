package org.eddp.cli.option;

import java.util.function.Function;
import org.eddp.parts.ClusterService;
import org.eddp.parts.Distributor;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Spec.Target;

/** The cluster that does the work, if this process does not. */
public final class ClusterOption {
    @Spec(Target.MIXEE)
    private CommandSpec spec;

    @NotRecorded
    @Option(
            names = "--spark",
            paramLabel = "MASTER",
            arity = "0..1",
            fallbackValue = ClusterService.AS_STARTED,
            description =
                    "Run the work on a Spark cluster that sees the same files, such as spark://host:7077 or that of"
                            + " eddp spark-local; the result is the same. Without a value: the master of spark-submit."
                            + " Available from the sources and in the assembly for spark-submit.")
    private String spark;

    /** Whether a cluster is given. */
    boolean given() {
        return spark != null;
    }

    /**
     * Runs work, in this process or on a cluster.
     *
     * @param work receives the distributor to use
     */
    public <T> T distribute(Function<Distributor, T> work) {
        if (spark == null) {
            return work.apply(Distributor.HERE);
        }
        ClusterService service = ClusterService.find()
                .orElseThrow(() -> new ParameterException(
                        spec.root().commandLine(),
                        "--spark works among the sources of eddp, started by ./eddp, or in the assembly, started by"
                                + " spark-submit; the Spark module is not on the class path"));
        try (ClusterService.Cluster cluster = service.open(spark)) {
            return work.apply(cluster);
        }
    }
}
