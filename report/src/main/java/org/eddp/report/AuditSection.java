package org.eddp.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.eddp.audit.Audit;
import org.eddp.audit.AuditNotes;
import org.eddp.audit.FirstFindings;
import org.eddp.audit.Suspect;
import org.eddp.report.page.Html;
import org.eddp.report.page.HtmlPage;

/** The suspects of the audit, with their pictures and what to check; dismissed ones last and in one line. */
final class AuditSection {
    static final String TITLE = "Does the network take shortcuts?";

    private AuditSection() {}

    /** @param cards whose crops show the concepts; may be empty */
    static List<Html> blocks(Audit audit, AuditNotes notes, List<RunReport.Card> cards) {
        Map<Integer, List<Crop>> crops =
                cards.stream().collect(Collectors.toMap(RunReport.Card::concept, RunReport.Card::crops));
        List<Suspect> open = notes.open(audit);
        List<Html> blocks = new ArrayList<>();
        if (open.isEmpty()) {
            FirstFindings.of(audit, notes).forEach(line -> blocks.add(HtmlPage.sentence(line)));
        }
        for (Suspect suspect : open) {
            String title = FirstFindings.title(suspect, audit.outputs());
            blocks.add(HtmlPage.heading(title));
            List<Crop> shown = crops.getOrDefault(suspect.concepts().get(0).number(), List.of());
            if (!shown.isEmpty()) {
                blocks.add(CropStrip.html(shown, title));
            }
            blocks.add(HtmlPage.paragraph(suspect.sentence()));
            notes.of(suspect).ifPresent(note -> blocks.add(decision(note)));
            blocks.add(HtmlPage.details(
                    "What to check",
                    suspect.checks().stream().map(HtmlPage::paragraph).toArray()));
        }
        audit.suspects().stream()
                .filter(notes::isDismissed)
                .forEach(suspect -> blocks.add(HtmlPage.paragraph(FirstFindings.title(suspect, audit.outputs()) + ", "
                        + notes.of(suspect).orElseThrow().words())));
        return blocks;
    }

    private static Html decision(AuditNotes.Note note) {
        String words = note.words();
        return HtmlPage.paragraph(Html.tag("strong", Character.toUpperCase(words.charAt(0)) + words.substring(1)));
    }
}
