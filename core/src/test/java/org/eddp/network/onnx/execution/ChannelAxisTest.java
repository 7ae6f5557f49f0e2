package org.eddp.network.onnx.execution;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Where channels are, told by what is around a value. */
class ChannelAxisTest {
    private final ChannelAxis axes = new ChannelAxis();

    @Test
    void isToldAcrossWhatKeepsAxes() {
        axes.same(1, 2);
        axes.same(2, 3);
        axes.told(3, -1);
        assertThat(axes.of(1, 4)).isEqualTo(3);
        assertThat(axes.of(1, 3)).isEqualTo(2);
    }

    @Test
    void followsAxesThatMove() {
        axes.moved(1, 2, rank -> rank == 4 ? new int[] {0, 3, 1, 2} : null);
        axes.told(2, 1);
        assertThat(axes.of(1, 4)).isEqualTo(3);
        axes.told(1, 3);
        assertThat(axes.of(2, 4)).isEqualTo(1);
    }

    @Test
    void losesAxesThatAreMerged() {
        axes.moved(1, 2, rank -> rank == 4 ? new int[] {0, 1, -1} : null);
        axes.told(2, 2); // one of two: it cannot be said which
        assertThat(axes.of(1, 4)).isEqualTo(ChannelAxis.UNTOLD);
        axes.told(2, 1);
        assertThat(axes.of(1, 4)).isEqualTo(1);
    }

    @Test
    void doesNotChooseBetweenContradictions() {
        axes.same(1, 2);
        axes.same(1, 3);
        axes.told(2, 1);
        axes.told(3, -1);
        assertThat(axes.of(1, 4)).isEqualTo(ChannelAxis.CONTRADICTED);
        assertThat(axes.of(2, 4)).isEqualTo(1);
    }

    @Test
    void saysNothingWhereNothingIsTold() {
        axes.same(1, 2);
        assertThat(axes.of(1, 4)).isEqualTo(ChannelAxis.UNTOLD);
        assertThat(axes.of(7, 4)).isEqualTo(ChannelAxis.UNTOLD);
    }
}
