package org.eddp.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TrialLimitsTest {
    @Test
    void theEnvironmentSetsTheLimits() {
        assertThat(TrialLimits.of(Map.of())).isEqualTo(new TrialLimits(60, 4096));
        assertThat(TrialLimits.of(Map.of("EDDP_TRIAL_SECONDS", " 7 ", "EDDP_TRIAL_MEGABYTES", "")))
                .isEqualTo(new TrialLimits(7, 4096));
        assertThat(TrialLimits.of(Map.of("EDDP_TRIAL_MEGABYTES", "100"))).isEqualTo(new TrialLimits(60, 100));
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "-1", "1.5", "many", "99999999999"})
    void otherTextsThanPositiveNumbersAreRefused(String text) {
        assertThatThrownBy(() -> TrialLimits.of(Map.of("EDDP_TRIAL_SECONDS", text)))
                .isInstanceOf(NetworkFailure.class)
                .hasMessageContaining("EDDP_TRIAL_SECONDS=" + text);
    }
}
