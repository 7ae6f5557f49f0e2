package org.eddp.report.audit;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.stream.Stream;
import org.eddp.audit.Appearance;
import org.eddp.audit.Audit;
import org.eddp.audit.AuditNotes;
import org.eddp.audit.AuditedPair;
import org.eddp.audit.FirstFindings;
import org.eddp.audit.Suspect;
import org.eddp.monitor.Monitor;
import org.eddp.report.Crop;
import org.eddp.report.page.Html;
import org.eddp.report.page.HtmlPage;
import org.eddp.report.page.NumberText;
import org.eddp.report.page.Table;
import org.eddp.run.Run;

/** An audit as one page: a card for every suspect, and the pairs with the highest scores. */
public final class AuditPage {
    /** Pairs in the table. */
    private static final int SHOWN = 20;

    private final Audit audit;
    private final AuditNotes notes;

    private AuditPage(Audit audit, AuditNotes notes) {
        this.audit = audit;
        this.notes = notes;
    }

    /**
     * The page; the caller writes it (UTF-8).
     *
     * @param run that was audited, for its pictures; if they are gone, the page says so and has none
     * @param notes that people made about suspects; suspects that were dismissed are shown last
     * @param commands that show, repair and verify a suspect
     */
    public static String html(
            Run run, Audit audit, AuditNotes notes, Function<Suspect, List<String>> commands, Monitor monitor) {
        return new AuditPage(audit, notes).html(run.provenance().network(), new SuspectCrops(run, monitor), commands);
    }

    private String html(String network, Function<Suspect, List<Crop>> crops, Function<Suspect, List<String>> commands) {
        return new HtmlPage("Audit of " + network)
                .pictures()
                .lead(lead())
                .section("suspects", "Suspects", suspects(crops, commands))
                .section("pairs", "Pairs with the highest scores", List.of(pairs()))
                .section("origin", "How to reproduce", List.of(HtmlPage.origin(audit.command())))
                .render();
    }

    private Html[] lead() {
        List<String> findings =
                FirstFindings.of(audit, notes).stream().map(SuspectCard::kept).toList();
        int open = notes.open(audit).size();
        List<Html> blocks = new ArrayList<>();
        blocks.add(HtmlPage.sentence(
                open == 0 ? findings.get(0) : (open == 1 ? "One suspect: " : open + " suspects: ") + findings.get(0)));
        findings.stream().skip(1).forEach(finding -> blocks.add(HtmlPage.paragraph(finding)));
        blocks.add(HtmlPage.paragraph(String.format(
                Locale.ROOT,
                "%,d pairs of a concept and a %s were measured on %,d pictures. %s",
                audit.pairs(),
                audit.outputs().noun(),
                audit.pictures(),
                audit.examined() == audit.pictures()
                        ? "Concepts were taken out of all of them, and written into them."
                        : String.format(
                                Locale.ROOT,
                                "Concepts were taken out of a sample of %,d of them, and written into these.",
                                audit.examined()))));
        return blocks.toArray(Html[]::new);
    }

    private List<Html> suspects(Function<Suspect, List<Crop>> crops, Function<Suspect, List<String>> commands) {
        List<Html> cards = new ArrayList<>();
        boolean complete = true;
        for (Suspect suspect : ordered().toList()) {
            List<Crop> own = crops.apply(suspect);
            complete &= !own.isEmpty() || suspect.examples().isEmpty();
            cards.add(new SuspectCard(audit, suspect).html(notes, own, commands.apply(suspect)));
        }
        if (!complete) {
            cards.add(
                    0,
                    HtmlPage.paragraph("Without pictures of the suspects, because the pictures of the run, or its"
                            + " features, are not where they were."));
        }
        return cards;
    }

    private Stream<Suspect> ordered() {
        return audit.suspects().stream().sorted(Comparator.comparing(notes::isDismissed));
    }

    private Html pairs() {
        Table table = new Table(
                "Pairs with the highest scores",
                "Pairs from the line of " + SuspectCard.line(audit)
                        + " on are suspects; those of one class that write along similar directions are one suspect.");
        table.column("Concept", "")
                .column(SuspectCard.capitalised(audit.outputs().noun()), "")
                .column("Score", "")
                .column("In it", "pictures that have the concept")
                .column("In others", "")
                .column("Contribution", "to the logit")
                .column("Margin lost", "taken out")
                .column("Distance closed", "written into others")
                .column("d'", "distance from others")
                .column("Variation", "of its patches");
        List<AuditedPair> shown = audit.ranking().stream().limit(SHOWN).toList();
        shown.stream().filter(pair -> pair.score() >= audit.line()).forEach(pair -> row(table, pair));
        line(table);
        shown.stream().filter(pair -> !(pair.score() >= audit.line())).forEach(pair -> row(table, pair));
        return table.html();
    }

    private void line(Table table) {
        table.summaryRow("the line", List.of("", SuspectCard.line(audit), "", "", "", "", "", "", ""));
    }

    private static void row(Table table, AuditedPair pair) {
        Appearance look = pair.appearance();
        table.row(
                pair.concept().toString(),
                pair.label().toString(),
                NumberText.fixed(pair.score(), 2),
                SuspectCard.percent(pair.reliance().share()),
                SuspectCard.percent(pair.reliance().otherShare()),
                NumberText.fixed(pair.reliance().contribution(), 2),
                SuspectCard.marginLost(pair.removal()),
                SuspectCard.percent(look == null ? pair.planting().gapClosed() : look.gapClosed()),
                look == null ? NumberText.MISSING : NumberText.fixed(look.separation(), 1),
                look == null ? NumberText.MISSING : NumberText.fixed(look.variation(), 2));
    }
}
