package org.eddp.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class StudioAudienceTest {
    private static final String OTHERS = "192.0.2.7"; // reserved for documentation: no machine has this address

    @Test
    void nothingIsSaidWhereNobodyElseComesIn() {
        assertThat(new StudioAudience(null, false, true).warning()).isEmpty();
        assertThat(new StudioAudience("127.0.0.1", false, true).warning()).isEmpty();
        assertThat(new StudioAudience("::1", false, true).warning()).isEmpty();
    }

    @Test
    void othersCanDoWhatIsSaid() {
        assertThat(new StudioAudience(OTHERS, false, true).warning())
                .contains(OTHERS, "nothing is encrypted", "compute", "change names", "make runs")
                .endsWith(System.lineSeparator());
        assertThat(new StudioAudience(OTHERS, false, false).warning())
                .contains("change names")
                .doesNotContain("make runs");
        assertThat(new StudioAudience(OTHERS, true, true).warning())
                .contains("pictures", "compute")
                .doesNotContain("change", "make");
    }
}
