package org.eddp.study.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

class PackedSamplesTest {
    @Test
    void samplesArePackedAndUnpacked() {
        long[][] samples = {{0, 1, 127, 128, 300, 1L << 40}, {}, {5}};
        byte[] packed = PackedSamples.pack(samples);
        assertThat(PackedSamples.unpack(packed)).isDeepEqualTo(samples);
        assertThat(packed).hasSizeLessThan(24);
        for (int length = 0; length < packed.length; length++) {
            byte[] cut = Arrays.copyOf(packed, length);
            assertThatThrownBy(() -> PackedSamples.unpack(cut)).isInstanceOf(IllegalArgumentException.class);
        }
        assertThatThrownBy(() -> PackedSamples.unpack(Arrays.copyOf(packed, packed.length + 1)))
                .hasMessageContaining("samples end at byte");
        assertThatThrownBy(() -> PackedSamples.pack(new long[][] {{2, 1}})).hasMessageContaining("ascending");
    }
}
