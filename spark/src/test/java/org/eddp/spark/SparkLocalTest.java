package org.eddp.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.eddp.failure.InvalidInput;
import org.junit.jupiter.api.Test;

/** What {@code eddp spark-local} is asked for. What a cluster does is tried by {@link SparkDistributorTest}. */
class SparkLocalTest {
    @Test
    void optionsOfTheCommandAreChecked() {
        LocalCluster.Options options = SparkLocal.options(List.of("--workers", "3", "--memory", "800m"));
        assertThat(options.workers()).isEqualTo(3);
        assertThat(options.memory()).isEqualTo("800m");
        for (List<String> wrong : List.of(
                List.of("--workers"), List.of("--workers", "0"), List.of("--memory", "much"), List.of("--jobs", "3"))) {
            assertThatThrownBy(() -> SparkLocal.options(wrong)).isInstanceOf(InvalidInput.class);
        }
    }
}
