package org.eddp.spark;

import java.nio.file.Path;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/** Sessions of Spark for tests: without a web page, and with few partitions. */
final class Sessions {
    private Sessions() {}

    static SparkSession local() {
        return builder("local[2]").getOrCreate();
    }

    static SparkSession.Builder builder(String master) {
        return SparkSession.builder()
                .master(master)
                .appName("eddp")
                .config("spark.ui.enabled", false)
                .config("spark.driver.host", "127.0.0.1")
                .config("spark.driver.bindAddress", "127.0.0.1")
                .config("spark.sql.shuffle.partitions", 2);
    }

    /** Pictures of a folder with names and bytes, in the order of the names. */
    static Dataset<Row> pictures(SparkSession spark, Path folder, int partitions) {
        return spark.read()
                .format("binaryFile")
                .load(folder.toString())
                .select("path", "content")
                .repartition(partitions);
    }
}
