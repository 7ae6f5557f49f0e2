package org.eddp.spark;

import org.apache.spark.SparkConf;
import org.apache.spark.api.java.JavaSparkContext;
import org.eddp.files.FileFailure;
import org.eddp.parts.ClusterService;

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
}
