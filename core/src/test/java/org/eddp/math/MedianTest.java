package org.eddp.math;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class MedianTest {
    @Test
    void isTheMiddleWhateverTheOrder() {
        assertThat(Median.of(7)).isEqualTo(7);
        assertThat(Median.of(3, 1, 2)).isEqualTo(2);
        assertThat(Median.of(4, 1, 10, 2)).isEqualTo(3);
        assertThat(Median.of(List.of(4.0, 1.0, 10.0))).isEqualTo(4);
    }

    @Test
    void leavesItsArgumentAsItIs() {
        double[] values = {3, 1, 2};
        Median.of(values);
        assertThat(values).containsExactly(3, 1, 2);
    }

    @Test
    void ofNoneIsNoNumberUnlessZeroIsAskedFor() {
        assertThat(Median.of()).isNaN();
        assertThat(Median.orZero()).isZero();
        assertThat(Median.orZero(5, 9)).isEqualTo(7);
    }

    @Test
    void whatIsNoNumberCountsAsTheLargest() {
        assertThat(Median.of(Double.NaN, 1, 2)).isEqualTo(2);
        assertThat(Median.of(Double.NaN, Double.NaN, 2)).isNaN();
        assertThat(Median.of(1, Double.POSITIVE_INFINITY)).isInfinite();
    }
}
