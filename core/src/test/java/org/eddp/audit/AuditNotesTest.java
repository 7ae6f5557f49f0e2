package org.eddp.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.eddp.audit.AuditNotes.Note;
import org.eddp.audit.AuditNotes.Verdict;
import org.eddp.failure.InvalidInput;
import org.eddp.testkit.MadeAudit;
import org.junit.jupiter.api.Test;

/** Decisions about suspects, and what is left to say of them. */
class AuditNotesTest {
    private static final Suspect FIRST = MadeAudit.suspect(2, List.of(5, 1), 0);
    private static final Suspect SECOND = MadeAudit.suspect(0, List.of(1), 0);
    private static final AuditNotes NONE = AuditNotes.empty("c", "d");

    @Test
    void aNoteIsAboutAClassAndASetOfConcepts() {
        AuditNotes notes = NONE.with(new Note(List.of(1, 5), 2, Verdict.DISMISSED, " a collar "));
        assertThat(notes.of(FIRST))
                .hasValueSatisfying(note -> assertThat(note.text()).isEqualTo("a collar"));
        assertThat(notes.isDismissed(FIRST)).isTrue();
        for (Suspect other :
                List.of(SECOND, MadeAudit.suspect(2, List.of(1), 0), MadeAudit.suspect(1, List.of(1, 5), 0))) {
            assertThat(notes.of(other)).as(other.toString()).isEmpty();
        }
        assertThat(notes.open(MadeAudit.of("d", 6, FIRST, SECOND))).containsExactly(SECOND);
    }

    @Test
    void aLaterNoteReplacesTheEarlierOneAndCanBeForgotten() {
        AuditNotes notes = NONE.with(new Note(List.of(5, 1), 2, Verdict.DISMISSED, null))
                .with(new Note(List.of(1), 0, Verdict.DISMISSED, null))
                .with(new Note(List.of(1, 5), 2, Verdict.ACCEPTED, " "));
        assertThat(notes.notes())
                .containsExactly(
                        new Note(List.of(1), 0, Verdict.DISMISSED, null),
                        new Note(List.of(1, 5), 2, Verdict.ACCEPTED, null));
        assertThat(notes.isDismissed(FIRST)).isFalse();
        assertThat(notes.without(SECOND).without(FIRST)).isEqualTo(NONE);
    }

    @Test
    void impossibleNotesAreRefused() {
        assertThatThrownBy(() -> new Note(List.of(), 0, Verdict.ACCEPTED, null)).isInstanceOf(InvalidInput.class);
        assertThatThrownBy(() -> new Note(List.of(-1), 0, Verdict.ACCEPTED, null))
                .isInstanceOf(InvalidInput.class);
        assertThatThrownBy(() -> new Note(List.of(0), -1, Verdict.ACCEPTED, null))
                .isInstanceOf(InvalidInput.class);
        assertThatThrownBy(() -> new Note(List.of(0), 0, Verdict.ACCEPTED, "x".repeat(10_001)))
                .isInstanceOf(InvalidInput.class)
                .hasMessageContaining("10000");
    }

    @Test
    void theFirstFindingsAreThreeLinesWithoutDismissedSuspects() {
        Suspect[] four = new Suspect[4];
        for (int k = 0; k < four.length; k++) {
            four[k] = MadeAudit.suspect(k, List.of(k), 0);
        }
        Audit audit = MadeAudit.of("d", 6, four);
        assertThat(FirstFindings.of(audit, NONE))
                .hasSize(3)
                .startsWith("class 0 rests on concept 0: it is in 80 % of the 10 pictures taken for class 0 and in 5 %"
                        + " of the others; without it the margin shrinks by 75 %.")
                .last()
                .asString()
                .endsWith(" And 1 more.");
        AuditNotes dismissed = NONE.with(new Note(List.of(0), 0, Verdict.DISMISSED, null));
        assertThat(FirstFindings.of(audit, dismissed))
                .hasSize(3)
                .noneMatch(line -> line.contains("class 0 ") || line.contains("more"));
        assertThat(FirstFindings.of(MadeAudit.of("d", 6, four[0]), dismissed))
                .containsExactly("Nothing is open: the only suspect was dismissed.");
        assertThat(FirstFindings.of(MadeAudit.of("d", 6), NONE))
                .singleElement()
                .asString()
                .startsWith("Nothing suspicious");
    }
}
