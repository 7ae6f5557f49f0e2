package org.eddp.audit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.eddp.network.OutputKind;
import org.eddp.testkit.MadeAudit;
import org.junit.jupiter.api.Test;

/** What is said of a suspect if its class was examined in part, or not at all. */
class SuspectTextTest {
    private static final Suspect WHOLE = MadeAudit.suspect(0, List.of(1), 0);

    private static String sentence(int examined, double marginLost) {
        return SuspectText.sentence(WHOLE.concepts(), WHOLE.pair(), removal(examined, marginLost), OutputKind.CLASSES);
    }

    private static AuditedPair.Removal removal(int examined, double marginLost) {
        return new AuditedPair.Removal(examined, 0, marginLost, List.of(-0.001), null);
    }

    private static String facts(int examined) {
        Suspect suspect = new Suspect(
                WHOLE.concepts(),
                WHOLE.label(),
                WHOLE.score(),
                WHOLE.pair(),
                removal(examined, 0.75),
                null,
                WHOLE.sentence(),
                WHOLE.checks(),
                WHOLE.examples());
        return FirstFindings.facts(suspect, OutputKind.CLASSES);
    }

    @Test
    void removalIsLeftOutIfItWasTriedOnNoPictureOfTheClass() {
        assertThat(sentence(0, 0)).doesNotContain("margin").contains("have it, and 5 % of the other 20. Written into");
        assertThat(facts(0)).endsWith("and in 5 % of the others.");
    }

    @Test
    void aSampleIsNamed() {
        assertThat(sentence(4, 0.5)).contains("shrinks by 50 % in a sample of 4 of these pictures (random");
        assertThat(facts(4)).endsWith("shrinks by 75 % in a sample of 4 of these pictures.");
        assertThat(sentence(10, 0.5)).doesNotContain("sample");
        assertThat(facts(10)).endsWith("shrinks by 75 %.");
    }

    @Test
    void smallNegativeSharesAreZero() {
        assertThat(sentence(10, -0.002)).contains("shrinks by 0 % (random directions: at most 0 %)");
    }

    @Test
    void picturesWithoutItAreTheRestOfThoseThatHaveIt() {
        assertThat(SuspectText.checks(WHOLE.pair(), OutputKind.CLASSES))
                .anyMatch(check -> check.startsWith("It is at the border 2.0 times as often as by chance"))
                .anyMatch(check -> check.startsWith("20 % of the pictures taken for class 0 do not have it"));
    }
}
