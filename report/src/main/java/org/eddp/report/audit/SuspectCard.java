package org.eddp.report.audit;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.eddp.audit.Appearance;
import org.eddp.audit.Audit;
import org.eddp.audit.AuditNotes;
import org.eddp.audit.AuditedPair;
import org.eddp.audit.FirstFindings;
import org.eddp.audit.Suspect;
import org.eddp.report.Crop;
import org.eddp.report.CropStrip;
import org.eddp.report.page.Html;
import org.eddp.report.page.HtmlPage;
import org.eddp.report.page.NumberText;
import org.eddp.report.page.Table;

/** A suspect: its pictures, its sentence, its numbers beside controls, what to check, and the commands that repair it. */
final class SuspectCard {
    private final Audit audit;
    private final Suspect suspect;

    SuspectCard(Audit audit, Suspect suspect) {
        this.audit = audit;
        this.suspect = suspect;
    }

    /**
     * The card.
     *
     * @param notes that people made about suspects
     * @param crops of its example pictures; may be empty
     * @param commands that show, repair and verify it
     */
    Html html(AuditNotes notes, List<Crop> crops, List<String> commands) {
        String title = title();
        List<Object> parts = new ArrayList<>();
        parts.add(HtmlPage.heading(title));
        notes.of(suspect)
                .ifPresent(note -> parts.add(HtmlPage.paragraph(Html.tag("strong", capitalised(note.words())))));
        if (!crops.isEmpty()) {
            parts.add(CropStrip.html(crops, title));
        }
        parts.add(HtmlPage.paragraph(capitalised(kept(suspect.sentence()))));
        parts.add(controls());
        parts.add(Html.tag("h4", "What to check"));
        parts.add(Html.tag(
                "ul",
                suspect.checks().stream()
                        .map(check -> Html.tag("li", kept(check)))
                        .toArray()));
        parts.add(Html.tag("h4", "How to repair and verify it"));
        if (suspect.repair() != null) {
            parts.add(HtmlPage.paragraph(suspect.repair().sentence()));
        }
        commands.forEach(command -> parts.add(HtmlPage.code(command)));
        parts.add(HtmlPage.details("Show all numbers of " + pair(), numbers()));
        return Html.styled("article", "card suspect", parts.toArray());
    }

    private String title() {
        return capitalised(FirstFindings.title(suspect, audit.outputs()));
    }

    static String capitalised(String words) {
        return words.substring(0, 1).toUpperCase(Locale.ROOT) + words.substring(1);
    }

    private String pair() {
        return "concept " + suspect.pair().concept() + " and " + audit.outputs().noun() + " " + suspect.label();
    }

    private Html controls() {
        AuditedPair.Removal together = suspect.together();
        Appearance look = suspect.pair().appearance();
        List<Double> random = together.random();
        Table table = new Table(
                "Numbers of " + pair() + " beside controls",
                "Controls do the same along other directions: " + (random == null ? 0 : random.size())
                        + " random ones of the same length, and the filter in place of the signal vector. If controls"
                        + " do as much, the direction means nothing.");
        table.column("What is done", "")
                .column("The concept", "")
                .column("Random", "at most")
                .column("Filter", "");
        table.row(
                "Taken out: margin lost",
                Table.Cell.of(marginLost(together)).strong(true),
                together.pictures() == 0 ? NumberText.MISSING : most(random),
                together.filter() == null || together.pictures() == 0
                        ? NumberText.MISSING
                        : percent(together.filter()));
        table.row(
                "Written into others: distance closed",
                Table.Cell.of(percent(look == null ? suspect.pair().planting().gapClosed() : look.gapClosed()))
                        .strong(true),
                most(suspect.pair().planting().random()),
                NumberText.MISSING);
        return table.html();
    }

    private Html numbers() {
        AuditedPair pair = suspect.pair();
        AuditedPair.Reliance reliance = pair.reliance();
        String noun = audit.outputs().noun();
        Table table = new Table("All numbers of " + pair(), "docs/audit.md defines every number.");
        table.column("Measured", "").column("Value", "").proseColumn("Meaning", "");
        row(table, "Score", NumberText.fixed(suspect.score(), 2), "suspects have at least " + line(audit));
        row(
                table,
                "q",
                NumberText.significant(pair.qValue()),
                "false discovery rate at which the " + noun + " has the concept more often than others");
        row(
                table,
                "Pictures with it",
                reliance.present() + " of " + reliance.pictures(),
                "of those taken for the " + noun);
        row(table, "Others with it", reliance.otherPresent() + " of " + reliance.others(), "of all other pictures");
        row(
                table,
                "Contribution",
                NumberText.fixed(reliance.contribution(), 2),
                "mean fall of the logit without it, where it is present");
        row(
                table,
                "Leave the " + noun,
                suspect.together().left() + " of " + suspect.together().pictures(),
                "predictions, when it is taken out");
        row(
                table,
                "Turn into the " + noun,
                pair.appearance() == null
                        ? pair.planting().turned() + " of " + pair.planting().pictures()
                        : percent(pair.appearance().turned()),
                "predictions, when it is written into pictures without it");
        if (pair.appearance() != null) {
            appearance(table, pair.appearance());
        }
        if (pair.truth() != null) {
            truth(table, pair.truth());
        }
        return table.html();
    }

    private static void appearance(Table table, Appearance look) {
        row(table, "d'", NumberText.fixed(look.separation(), 1), "distance from other pictures, standard deviations");
        row(table, "Variation", NumberText.fixed(look.variation(), 2), "of its patches; 1 is that of all patches");
        row(table, "Between pictures", NumberText.fixed(look.difference(), 2), "the part of it between pictures");
        row(table, "Area", NumberText.fixed(look.area(), 1), "patches in a picture that has it");
        row(table, "Variation of area", NumberText.fixed(look.areaVariation(), 2), "standard deviation over mean");
        row(table, "Place", NumberText.fixed(look.placeEntropy(), 2), "0 is always the same cell, 1 is anywhere");
        row(
                table,
                "Border",
                NumberText.fixed(look.border(), 2),
                "how often its patches are there; 1 is as often as by chance");
    }

    private static void truth(Table table, AuditedPair.Truth truth) {
        row(table, "Right with it", truth.rightWith() + " of " + truth.with(), "pictures that are truly of the class");
        row(table, "Right without it", truth.rightWithout() + " of " + truth.without(), "the same without it");
        row(table, "Fooled", truth.fooled() + " of " + truth.otherWith(), "pictures of others that have it");
    }

    private static void row(Table table, String name, String value, String meaning) {
        table.row(name, value, Table.Cell.prose(meaning));
    }

    /** The same with numbers that are not separated from their signs at the end of a line. */
    static String kept(String words) {
        return words.replace(" %", "\u00a0%");
    }

    /** Missing if no picture of the class was examined. */
    static String marginLost(AuditedPair.Removal removal) {
        return removal.pictures() == 0 ? NumberText.MISSING : percent(removal.marginLost());
    }

    static String line(Audit audit) {
        return NumberText.fixed(audit.line(), 2);
    }

    static String percent(double share) {
        return NumberText.percent(share, 0);
    }

    private static String most(List<Double> values) {
        return values == null || values.isEmpty()
                ? NumberText.MISSING
                : percent(values.stream().mapToDouble(value -> value).max().orElseThrow());
    }
}
