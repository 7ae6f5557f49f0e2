package org.eddp.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class StudioAudienceTest {
    private static final String OTHERS = "192.0.2.7"; // reserved for documentation: no machine has this address

    @Test
    void theLoopbackAddressNeedsNoWarning() {
        assertThat(new StudioAccess(null, false, true).warning()).isEmpty();
        assertThat(new StudioAccess("127.0.0.1", false, true).warning()).isEmpty();
        assertThat(new StudioAccess("::1", false, true).warning()).isEmpty();
    }

    @Test
    void othersCanDoWhatIsSaid() {
        assertThat(new StudioAccess(OTHERS, false, true).warning())
                .contains(OTHERS, "nothing is encrypted", "compute", "change names", "make runs")
                .endsWith(System.lineSeparator());
        assertThat(new StudioAccess(OTHERS, false, false).warning())
                .contains("change names")
                .doesNotContain("make runs");
        assertThat(new StudioAccess(OTHERS, true, true).warning())
                .contains("pictures", "compute")
                .doesNotContain("change", "make");
    }
}
