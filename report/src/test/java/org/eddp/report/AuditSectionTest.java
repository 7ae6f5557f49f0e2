package org.eddp.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Collectors;
import org.eddp.audit.Audit;
import org.eddp.audit.AuditNotes;
import org.eddp.audit.AuditNotes.Verdict;
import org.eddp.testkit.MadeAudit;
import org.junit.jupiter.api.Test;

/** The audit on pages of runs. */
class AuditSectionTest {
    private static final AuditNotes NONE = AuditNotes.empty("c", "d");

    private static String page(Audit audit, AuditNotes notes) {
        List<RunReport.Card> cards = List.of(new RunReport.Card(
                1,
                List.of(new Crop("data:image/png;base64,CLOSE", "data:image/png;base64,WHOLE")),
                MovedClasses.notMeasured(),
                false));
        return AuditSection.blocks(audit, notes, cards).stream()
                .map(Object::toString)
                .collect(Collectors.joining());
    }

    @Test
    void suspectsHavePicturesAndDismissedOnesComeLastInOneLine() {
        Audit audit = MadeAudit.of("d", 6, MadeAudit.suspect(0, List.of(2), 3), MadeAudit.suspect(1, List.of(1, 5), 3));
        AuditNotes notes = NONE.with(new AuditNotes.Note(List.of(2), 0, Verdict.DISMISSED, "a <b> part"))
                .with(new AuditNotes.Note(List.of(5, 1), 1, Verdict.ACCEPTED, "a card"));
        String page = page(audit, notes);
        assertThat(page)
                .contains(
                        "CLOSE",
                        "class 1 rests on concepts 1, 5",
                        "Accepted as a flaw: a card",
                        "Look at the pictures.")
                .contains("class 0 rests on concept 2, dismissed: a &lt;b&gt; part")
                .doesNotContain("class 0 rests on concept 2.");
        assertThat(page.indexOf("class 1 rests")).isLessThan(page.indexOf("class 0 rests"));
    }

    @Test
    void anAuditWithoutSuspectsSaysSo() {
        assertThat(page(MadeAudit.of("d", 6), NONE))
                .contains("Nothing suspicious")
                .doesNotContain("What to check");
    }
}
