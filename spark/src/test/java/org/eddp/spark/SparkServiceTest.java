package org.eddp.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import org.apache.spark.SparkConf;
import org.eddp.files.FileFailure;
import org.eddp.parts.ClusterService;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

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

    @Test
    void aMasterThatDoesNotAnswerIsOneMessage() throws IOException {
        int port;
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = taken.getLocalPort();
        }
        String master = "spark://127.0.0.1:" + port;
        assertThatThrownBy(() -> new SparkService().open(master))
                .isInstanceOf(FileFailure.class)
                .hasMessageStartingWith(
                        "the Spark master " + master + " cannot be used: nothing answers at 127.0.0.1:" + port);
        assertThatThrownBy(() -> new SparkService().open("spark://no-such-host.invalid:7077"))
                .isInstanceOf(FileFailure.class)
                .hasMessageContaining("the host no-such-host.invalid is not known");
    }

    @Test
    void oneOfSeveralMastersIsEnough() throws IOException {
        try (ServerSocket master = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            assertThat(MasterCheck.problem("spark://no-such-host.invalid:7077,127.0.0.1:" + master.getLocalPort()))
                    .isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"yarn", "k8s://https://127.0.0.1:6443"})
    void aManagerWithoutItsModuleIsOneMessage(String master) {
        assertThatThrownBy(() -> new SparkService().open(master))
                .isInstanceOf(FileFailure.class)
                .hasMessageContaining("is not on the class path; start with the spark-submit");
    }
}
