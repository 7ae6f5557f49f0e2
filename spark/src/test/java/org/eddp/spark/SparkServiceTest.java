package org.eddp.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.apache.spark.SparkConf;
import org.eddp.files.FileFailure;
import org.eddp.parts.ClusterService;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class SparkServiceTest {
    private static final String MASTER = "spark.master";

    @AfterEach
    void forget() {
        System.clearProperty(MASTER);
        System.clearProperty("spark.ui.enabled");
    }

    private static String master(String asked, String started) {
        System.setProperty(MASTER, started);
        return SparkService.settings(asked).get(MASTER);
    }

    @Test
    void takesTheMasterOfSparkSubmitUnlessOneIsGiven() {
        assertThat(master(ClusterService.AS_STARTED, "yarn")).isEqualTo("yarn");
        assertThat(master(ClusterService.AS_STARTED, "local[*]")).isEqualTo("local[*]");
        assertThat(master("yarn", "yarn")).isEqualTo("yarn");
        assertThat(master("spark://host:7077", "local[*]"))
                .as("spark-submit was given none")
                .isEqualTo("spark://host:7077");
    }

    @Test
    void refusesTwoMastersAndNone() {
        assertThatThrownBy(() -> master("spark://host:7077", "yarn"))
                .isInstanceOf(FileFailure.class)
                .hasMessageContaining("spark://host:7077")
                .hasMessageContaining("yarn");
        System.clearProperty(MASTER);
        assertThatThrownBy(() -> SparkService.settings(ClusterService.AS_STARTED))
                .isInstanceOf(FileFailure.class)
                .hasMessageContaining("spark-submit --master");
    }

    @Test
    void whatWasSetStays() {
        System.setProperty("spark.ui.enabled", "true");
        SparkConf settings = SparkService.settings("local[2]");
        assertThat(settings.get("spark.ui.enabled")).isEqualTo("true");
        assertThat(settings.get("spark.app.name")).isEqualTo("eddp");
    }

    @Test
    void whatIsNoAddressIsOneMessage() {
        assertThatThrownBy(() -> new SparkService().open("nonsense"))
                .isInstanceOf(FileFailure.class)
                .hasMessage("the Spark master nonsense cannot be used: it is not a valid master URL;"
                        + " give an address such as spark://host:7077, yarn, or local[2]");
    }
}
