package org.eddp.spark;

import java.util.function.Consumer;
import org.apache.spark.SparkConf;
import org.apache.spark.api.java.JavaSparkContext;
import org.eddp.files.FileFailure;
import org.eddp.parts.ClusterService;
import org.eddp.parts.Work;

/** Spark as what work is distributed by. */
public final class SparkService implements ClusterService {
    @Override
    public Cluster open(String master) {
        SparkConf settings = new SparkConf()
                .setMaster(master)
                .setIfMissing("spark.app.name", "eddp")
                .setIfMissing("spark.ui.enabled", "false")
                .setIfMissing("spark.executorEnv.OMP_WAIT_POLICY", "passive")
                .setIfMissing("spark.executorEnv.OPENBLAS_NUM_THREADS", "1")
                // of a task that was started twice both would write the same files
                .set("spark.speculation", "false");
        if (master.contains("//127.0.0.1:")) {
            settings.setIfMissing("spark.driver.host", "127.0.0.1");
        }
        try {
            return new SparkDistributor(new JavaSparkContext(settings));
        } catch (RuntimeException e) {
            throw new FileFailure("the Spark master " + master + " cannot be used: " + e.getMessage()
                    + "; give an address such as spark://host:7077, yarn, or local[2]");
        }
    }

    @Override
    public Cluster here(int workers) {
        LocalCluster processes = LocalCluster.start(LocalCluster.temporaryFolder(), LocalCluster.Options.of(workers));
        Cluster cluster = open(processes.address());
        return new Cluster() {
            @Override
            public <R> void run(Work<R> work, int first, int end, Consumer<? super R> inOrder) {
                cluster.run(work, first, end, inOrder);
            }

            @Override
            public void close() {
                cluster.close();
                processes.close();
            }
        };
    }
}
