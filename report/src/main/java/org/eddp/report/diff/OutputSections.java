package org.eddp.report.diff;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.eddp.names.Named;
import org.eddp.network.OutputKind;
import org.eddp.report.page.Html;
import org.eddp.report.page.HtmlPage;
import org.eddp.report.page.NumberText;
import org.eddp.report.page.Table;
import org.eddp.study.diff.RunDiff;

/** The outputs of both networks: predictions that changed, and contributions that moved. */
final class OutputSections {
    private static final int ROWS = 20;
    private static final int PICTURES = 12;

    private final RunDiff diff;
    private final RunDiff.Predictions predictions;
    private final ConceptTiles tiles;

    OutputSections(RunDiff diff, ConceptTiles tiles) {
        this.diff = diff;
        this.tiles = tiles;
        predictions = diff.predictions();
    }

    List<Html> predictions() {
        if (predictions.changed() == 0) {
            return List.of(HtmlPage.paragraph(String.format(
                    Locale.ROOT, "Both networks predict the same for all %,d pictures.", predictions.pictures())));
        }
        List<Html> blocks = new ArrayList<>();
        blocks.add(turns());
        if (!predictions.behind().isEmpty()) {
            blocks.add(HtmlPage.heading("The concepts behind the changes"));
            blocks.add(HtmlPage.paragraph(
                    "A concept is behind a change by how much more it speaks for the new prediction, against the old"
                            + " one, in the second network than in the first. The numbers are logits, the mean over the"
                            + " changed pictures."));
            blocks.addAll(ConceptTiles.gallery(predictions.behind().stream()
                    .map(behind -> tiles.tile(
                            behind.concept(),
                            "by " + ConceptTiles.number(behind.towards()) + "; the strongest concept on "
                                    + behind.first() + " of " + predictions.examined() + " changed pictures"))
                    .toList()));
        }
        blocks.add(HtmlPage.heading("Changed pictures"));
        blocks.add(pictures());
        if (predictions.list().size() > PICTURES) {
            blocks.add(HtmlPage.details(
                    "List " + (predictions.list().size() - PICTURES) + " more of " + predictions.changed(),
                    list(predictions.list().subList(PICTURES, predictions.list().size()))));
        }
        return blocks;
    }

    private Html turns() {
        Table table = new Table(
                "Changed predictions",
                String.format(
                        Locale.ROOT,
                        "%,d of %,d predictions changed (%s). The most frequent changes come first.",
                        predictions.changed(),
                        predictions.pictures(),
                        NumberText.percent(predictions.changed() / (double) predictions.pictures(), 1)));
        table.column("Before", "").column("After", "").column("Pictures", "");
        predictions.turns().stream()
                .limit(ROWS)
                .forEach(turn -> table.row(Named.list(turn.before()), Named.list(turn.after()), turn.pictures()));
        return table.html();
    }

    private Html pictures() {
        List<Object> items = new ArrayList<>();
        for (RunDiff.Changed changed :
                predictions.list().stream().limit(PICTURES).toList()) {
            Optional<String> picture = changed.behind().isEmpty()
                    ? Optional.empty()
                    : tiles.picture(changed.picture(), changed.behind().get(0).concept());
            List<Object> parts = new ArrayList<>();
            parts.add(Html.styled("span", "name", turn(changed)));
            picture.ifPresent(address -> parts.add(
                    Html.element("img", Map.of("src", address, "alt", changed.picture(), "decoding", "async"))));
            parts.add(Html.styled("span", "explain", changed.picture() + "; " + behind(changed)));
            items.add(Html.tag("li", parts.toArray()));
        }
        return HtmlPage.figure(
                Html.styled("ul", "columns", items.toArray()),
                "The region of the first concept behind each change is outlined, if that concept fires there.");
    }

    private static Html list(List<RunDiff.Changed> pictures) {
        Table table = new Table("More changed pictures", "");
        table.column("Picture", "").proseColumn("Change", "").proseColumn("Concepts behind it", "");
        pictures.forEach(changed ->
                table.row(changed.picture(), Table.Cell.prose(turn(changed)), Table.Cell.prose(behind(changed))));
        return table.html();
    }

    private static String turn(RunDiff.Changed changed) {
        return Named.list(changed.before()) + " \u2192 " + Named.list(changed.after());
    }

    private static String behind(RunDiff.Changed changed) {
        return changed.behind().isEmpty()
                ? "no concept is behind it"
                : changed.behind().stream()
                        .map(behind -> "concept " + behind.concept() + " by " + ConceptTiles.number(behind.towards()))
                        .collect(Collectors.joining("; "));
    }

    List<Html> moved() {
        if (diff.moved().isEmpty()) {
            return List.of(HtmlPage.paragraph("No concept contributes notably more or less to a "
                    + diff.outputs().noun() + " than before."));
        }
        Table table = new Table(
                "Contributions that moved",
                String.format(
                        Locale.ROOT,
                        "Mean contribution of a concept to a %s in logits, over the pictures that either network takes"
                                + " for it; the mean margin of predictions is %s. Only significant changes of more than"
                                + " 5 %% of that margin are listed, the largest first.",
                        diff.outputs().noun(),
                        ConceptTiles.number(diff.margin())));
        table.column("Concept", "")
                .column(diff.outputs() == OutputKind.LABELS ? "Label" : "Class", "")
                .column("Pictures", "")
                .column("Before", "")
                .column("After", "")
                .column("Change", "");
        diff.moved().stream()
                .limit(ROWS)
                .forEach(moved -> table.row(
                        moved.concept(),
                        moved.label(),
                        moved.pictures(),
                        ConceptTiles.number(moved.before()),
                        ConceptTiles.number(moved.after()),
                        Table.Cell.of(ConceptTiles.number(moved.change())).strong(true)));
        return List.of(table.html());
    }
}
