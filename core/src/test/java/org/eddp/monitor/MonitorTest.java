package org.eddp.monitor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.eddp.monitor.Monitor.Stopped;
import org.junit.jupiter.api.Test;

class MonitorTest {
    @Test
    void partsMakeUpTheWhole() {
        List<Double> shares = new ArrayList<>();
        Monitor whole = (done, total) -> shares.add((double) done / total);
        whole.part(0, 0.25).onProgress(3, 3);
        Monitor second = whole.part(0.25, 1);
        second.onProgress(1, 3);
        second.part(0.5, 1).onProgress(0, 7);
        second.part(0.5, 1).onProgress(7, 7);
        assertThat(shares).containsExactly(0.25, 0.5, 0.625, 1.0);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> whole.part(0.5, 0.4))
                .withMessage("a part from 0.5 to 0.4 must lie within 0 .. 1");
    }

    @Test
    void partsPassTheWishToStopOn() {
        Monitor stopping = new StoppingMonitor();
        assertThatThrownBy(() -> stopping.part(0, 1).part(0, 1).check("work"))
                .isInstanceOf(Stopped.class)
                .hasMessage("work was stopped");
    }
}
