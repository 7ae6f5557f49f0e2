package org.eddp.cli.option;

import java.util.function.Function;
import org.eddp.parts.ClusterService;
import org.eddp.parts.Distributor;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Spec.Target;

/** Which cluster does the work, if it is not this process. */
public final class ClusterOption {
    @Spec(Target.MIXEE)
    private CommandSpec spec;

    @Option(
            names = "--spark",
            paramLabel = "MASTER",
            description =
                    "Have the work done by a Spark cluster that sees the same files, such as spark://host:7077 or the one of eddp"
                            + " spark-local; the result is the same. Among the sources only.")
    private String spark;

    /** Whether there is one. */
    boolean given() {
        return spark != null;
    }

    /**
     * Has work done by whoever is to do it: this process, or a cluster.
     *
     * @param work with a distributor
     */
    public <T> T distribute(Function<Distributor, T> work) {
        if (spark == null) {
            return work.apply(Distributor.HERE);
        }
        ClusterService service = ClusterService.find()
                .orElseThrow(
                        () -> new ParameterException(
                                spec.root().commandLine(),
                                "--spark works among the sources of eddp only, started by ./eddp: what is there for Spark is not here"));
        try (ClusterService.Cluster cluster = service.open(spark)) {
            return work.apply(cluster);
        }
    }
}
