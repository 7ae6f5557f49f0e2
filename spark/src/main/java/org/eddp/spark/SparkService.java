package org.eddp.spark;

import java.util.function.Consumer;
import org.apache.spark.SparkConf;
import org.apache.spark.api.java.JavaSparkContext;
import org.eddp.files.FileFailure;
import org.eddp.parts.ClusterService;
import org.eddp.parts.Work;

/**
 * Distributes work by Spark. Settings of {@code spark-submit} or of system properties stay; only missing ones are
 * chosen here.
 */
public final class SparkService implements ClusterService {
    /** The default master of {@code spark-submit}. */
    private static final String NO_CHOICE = "local[*]";

    @Override
    public Cluster open(String asked) {
        SparkConf settings = settings(asked);
        String master = settings.get("spark.master");
        MasterCheck.problem(master).ifPresent(problem -> {
            throw unusable(master, problem);
        });
        try {
            return new SparkDistributor(new JavaSparkContext(settings));
        } catch (Exception e) { // Spark throws undeclared checked exceptions such as SparkException
            throw unusable(master, e.getMessage());
        }
    }

    private static FileFailure unusable(String master, String why) {
        return new FileFailure("the Spark master " + master + " cannot be used: " + why
                + "; give an address such as spark://host:7077, yarn, or local[2]");
    }

    static SparkConf settings(String asked) {
        SparkConf settings = new SparkConf();
        String master = master(asked, settings.get("spark.master", AS_STARTED));
        settings.setMaster(master)
                .setIfMissing("spark.app.name", "eddp")
                .setIfMissing("spark.ui.enabled", "false")
                .setIfMissing("spark.executorEnv.OMP_WAIT_POLICY", "passive")
                .setIfMissing("spark.executorEnv.OPENBLAS_NUM_THREADS", "1")
                // results are processed as they arrive, and never held together
                .setIfMissing("spark.driver.maxResultSize", "0")
                // speculation is off, because two copies of a task would write the same files
                .set("spark.speculation", "false");
        if (master.contains("//127.0.0.1:")) {
            settings.setIfMissing("spark.driver.host", "127.0.0.1");
        }
        return settings;
    }

    /** With two different masters the jars of the program would be prepared for one, and its work sent to the other. */
    private static String master(String asked, String started) {
        if (asked.equals(AS_STARTED)) {
            if (started.equals(AS_STARTED)) {
                throw new FileFailure(
                        "no Spark master is given; give an address such as spark://host:7077, or start with"
                                + " spark-submit --master");
            }
            return started;
        }
        if (!started.equals(AS_STARTED) && !started.equals(NO_CHOICE) && !started.equals(asked)) {
            throw new FileFailure("the Spark master " + asked + " was asked for in a process started for " + started
                    + "; give the same, or none");
        }
        return asked;
    }

    @Override
    public Cluster here(int workers) {
        LocalCluster processes = LocalCluster.start(LocalCluster.temporaryFolder(), LocalCluster.Options.of(workers));
        Runtime.getRuntime().addShutdownHook(new Thread(processes::close, "end of the cluster"));
        try {
            return new Here(open(processes.address()), processes);
        } catch (RuntimeException e) {
            processes.close();
            throw e;
        }
    }

    /** A cluster and its processes, which end with it. */
    private record Here(Cluster cluster, LocalCluster processes) implements Cluster {
        @Override
        public <R> void run(Work<R> work, int first, int end, Consumer<? super R> inOrder) {
            cluster.run(work, first, end, inOrder);
        }

        @Override
        public void close() {
            try {
                cluster.close();
            } finally {
                processes.close();
            }
        }
    }
}
