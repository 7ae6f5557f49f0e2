package org.eddp.report;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.eddp.images.input.Snapshot;
import org.eddp.intervene.EditedImage;
import org.eddp.intervene.EditedImage.Outlook;
import org.eddp.names.Named;
import org.eddp.report.draw.Drawing;
import org.eddp.report.page.Html;
import org.eddp.report.page.HtmlPage;
import org.eddp.report.page.NumberText;
import org.eddp.report.page.Palette;
import org.eddp.report.page.Table;
import org.eddp.report.page.Table.Cell;

/** An edited image, step by step. */
final class EditSection {
    private static final int SIDE = 150;
    private static final int LEFT = 16;
    private static final int GAP = 28;
    private static final int MOST_LABELS = 230;
    private static final int BARS = 260;
    private static final int SIZE = 12;
    private static final int CLASS_HEIGHT = 24;
    private static final int NUMBER_ROOM = 50;
    private static final int NARROW_BARS = 150;

    private EditSection() {}

    static List<Html> blocks(String id, EditedImage edited) {
        List<Html> blocks = new ArrayList<>();
        blocks.add(HtmlPage.paragraph("The edits change the features by "
                + NumberText.percent(edited.size(), 1) + " of their length, along "
                + edited.signals().words() + "." + unchanged(edited)
                + edited.nearTie().map(words -> " This is " + words + ".").orElse("")));
        blocks.add(HtmlPage.figure(
                steps(id + "-steps", edited),
                Html.tag("strong", "Step by step. "),
                "The patches that an edit changes are framed. Bars: "
                        + (edited.ofLabels()
                                ? "probabilities of the labels that turn at some step, of those that are on, and of the"
                                        + " next likeliest; blue are those above 50\u00a0%. The vertical mark"
                                : "probabilities of the classes that come out on top"
                                        + " at any step, and of the next likeliest; blue is the likeliest at that step."
                                        + " The vertical mark")
                        + " on a bar is the probability before the first edit."));
        blocks.addAll(ClosestLabel.note(edited.steps().stream().map(EditedImage.Step::concept)));
        blocks.add(table(edited).html());
        if (edited.search() != null) {
            blocks.add(HtmlPage.paragraph("Found by a search for the smallest edit that "
                    + (edited.ofLabels() ? "turns a label on or off" : "changes the class") + ", among "
                    + edited.search().tried() + " versions of the image. To repeat the edit itself:"));
            blocks.add(HtmlPage.code(edited.search().replay()));
        }
        return blocks;
    }

    /** The predictions before and after. */
    static Html sentence(EditedImage edited) {
        Outlook after = edited.after();
        boolean changed = after.differsFrom(edited.before());
        String edits = "After "
                + (edited.steps().size() == 1 ? "one edit" : edited.steps().size() + " edits") + " of its features it ";
        String said = edited.ofLabels()
                ? "The network finds " + labels(edited.before()) + " on " + edited.image() + ". " + edits
                        + (changed ? "finds " : "still finds ") + labels(after) + "." + turned(edited)
                : "The network takes " + edited.image() + " for "
                        + edited.before().predicted().inSentence("class") + " ("
                        + NumberText.percent(edited.before().probability(), 1) + "). " + edits
                        + (changed ? "takes it for " : "still takes it for ")
                        + after.predicted().inSentence("class") + " ("
                        + NumberText.percent(after.probability(), 1) + ").";
        return HtmlPage.sentence(said);
    }

    private static String labels(Outlook outlook) {
        return PredictionText.labels(outlook.taken());
    }

    /** Labels that are on after the edits and were off before, or the other way round. */
    private static String turned(EditedImage edited) {
        List<String> turned = new ArrayList<>();
        for (int k = 0; k < edited.before().shares().size(); k++) {
            EditedImage.Share start = edited.before().shares().get(k);
            EditedImage.Share end = edited.after().shares().get(k);
            if (edited.before().has(start.label()) != edited.after().has(end.label())) {
                turned.add(start.label().inSentence("label") + " turns "
                        + (edited.after().has(end.label()) ? "on" : "off") + " ("
                        + NumberText.percent(start.probability(), 1) + " before, "
                        + NumberText.percent(end.probability(), 1) + " after)");
            }
        }
        return turned.isEmpty() ? "" : " That is: " + String.join(", ", turned) + ".";
    }

    private static String unchanged(EditedImage edited) {
        return edited.steps().stream()
                .filter(step -> step.cells().length == 0)
                .map(step -> " Nothing was there to " + step.action() + ": no patch is " + step.where() + ".")
                .distinct()
                .collect(Collectors.joining());
    }

    /** Room for the longest name of a class, within reason. */
    private static double labels(EditedImage edited) {
        return edited.before().shares().stream()
                .mapToDouble(share -> GAP + Drawing.room(share.label().toString(), SIZE))
                .map(room -> Math.min(MOST_LABELS, room))
                .max()
                .orElse(0);
    }

    /** The image at one step. */
    private record Shown(String words, String picture, Outlook outlook) {}

    private static List<Shown> shown(EditedImage edited) {
        Snapshot picture = Snapshot.parse(edited.picture());
        List<Shown> all = new ArrayList<>();
        all.add(new Shown("unchanged", edited.picture(), edited.before()));
        for (EditedImage.Step step : edited.steps()) {
            String framed = PictureOverlays.cells(picture, edited.rows(), edited.columns(), step.cells());
            all.add(new Shown(step.words(), framed, step.after()));
        }
        return all;
    }

    /** The same as {@link #figure} for a page: picture and bars stand one below the other where the screen is narrow. */
    private static Html steps(String id, EditedImage edited) {
        List<Object> steps = new ArrayList<>();
        for (Shown shown : shown(edited)) {
            steps.add(step(id + "-" + steps.size(), shown, edited));
        }
        return Html.of(steps.toArray());
    }

    private static Html step(String id, Shown shown, EditedImage edited) {
        double labels = labels(edited);
        int bottom = 4 + CLASS_HEIGHT * shown.outlook.shares().size();
        Bars bars = new Bars(labels, labels, NARROW_BARS);
        Drawing drawing = new Drawing(id, (int) labels + NARROW_BARS + NUMBER_ROOM, bottom + 38);
        bars.draw(drawing, 0, bottom, shown.outlook, edited.before());
        bars.axis(drawing, bottom + 16);
        return Html.styled(
                "div",
                "step",
                HtmlPage.paragraph(Html.tag("strong", shown.words)),
                PictureColumns.picture(shown.picture, shown.words),
                Html.trusted(drawing.svg(
                        shown.words,
                        edited.ofLabels()
                                ? "labels: " + Named.list(shown.outlook.taken())
                                : shown.outlook.predicted() + " is likeliest")));
    }

    /**
     * Probabilities as bars.
     *
     * @param zero where they begin
     * @param labels room left of it
     * @param length of a bar of 100 %
     */
    private record Bars(double zero, double labels, double length) {
        void draw(Drawing drawing, double top, double bottom, Outlook outlook, Outlook before) {
            for (double tick : new double[] {0, 0.5, 1}) {
                double x = zero + tick * length;
                drawing.line(x, top, x, bottom, tick == 0 ? Drawing.RULE : Drawing.GRID);
            }
            for (int k = 0; k < outlook.shares().size(); k++) {
                bar(drawing, top + 4 + CLASS_HEIGHT * k, outlook, before, k);
            }
        }

        private void bar(Drawing drawing, double y, Outlook outlook, Outlook before, int k) {
            EditedImage.Share share = outlook.shares().get(k);
            boolean first = outlook.has(share.label());
            drawing.fitted(
                    zero - 8, y + 14, "end", SIZE, Drawing.INK, share.label().toString(), labels - 20);
            String colour = Palette.hex(first ? Palette.BLUE : Palette.ORANGE);
            drawing.rectangle(zero, y + 3, share.probability() * length, 15, colour, null);
            double mark = zero + before.shares().get(k).probability() * length;
            drawing.line(mark, y, mark, y + 21, Drawing.INK);
            double own = zero + share.probability() * length;
            // beside its bar, unless the mark would run through the number
            double end = mark < own || mark > own + NUMBER_ROOM ? own : mark;
            drawing.words(end + 6, y + 15, "start", 11, Drawing.FAINT, NumberText.percent(share.probability(), 1));
        }

        void axis(Drawing drawing, double y) {
            for (int tick = 0; tick <= 100; tick += 50) {
                drawing.words(zero + tick / 100.0 * length, y, "middle", 11, Drawing.FAINT, tick + "\u00a0%");
            }
            drawing.words(zero + length / 2, y + 16, "middle", 11, Drawing.FAINT, "probability");
        }
    }

    /** The picture with the patches of every edit, and the probabilities after it. */
    static String figure(String id, EditedImage edited) {
        List<Shown> shown = shown(edited);
        int classes = edited.before().shares().size();
        int row = Math.max(SIDE, classes * CLASS_HEIGHT) + 44;
        double labels = labels(edited);
        Bars bars = new Bars(LEFT + SIDE + labels, labels, BARS);
        Drawing drawing = new Drawing(id, LEFT + SIDE + (int) labels + BARS + 90, shown.size() * row + 30);
        for (int k = 0; k < shown.size(); k++) {
            row(drawing, bars, 10 + k * row, shown.get(k), edited.before());
        }
        bars.axis(drawing, shown.size() * row + 2);
        String words = shown.stream()
                .map(s -> s.words + ": " + Named.list(s.outlook.taken()))
                .collect(Collectors.joining("; "));
        return drawing.svg("Edits of " + edited.image(), words);
    }

    private static void row(Drawing drawing, Bars bars, int top, Shown shown, Outlook before) {
        double room = SIDE + bars.labels() + BARS + 60;
        drawing.fitted(LEFT, top + 12, "start", 13, Drawing.INK, shown.words, room);
        drawing.picture(LEFT, top + 22, SIDE, SIDE, shown.picture);
        int bottom = top
                + Math.max(SIDE + 22, 26 + CLASS_HEIGHT * shown.outlook.shares().size());
        bars.draw(drawing, top + 22, bottom, shown.outlook, before);
    }

    private static Table table(EditedImage edited) {
        Table table = new Table(
                "Edits",
                "Every edit with the number it wrote, and the prediction after it. w\u00b7x is what the detector of the"
                        + " edited concept reads in a patch: the larger, the more of the concept.");
        table.column("Step", "")
                .proseColumn("Edit", "")
                .column("Patches", "changed")
                .column("Before", "mean of w\u00b7x there")
                .column("After", "w\u00b7x written");
        if (edited.ofLabels()) {
            table.proseColumn("Prediction", "labels").column("Probability", "of the strongest");
        } else {
            table.column("Prediction", "").column("Probability", "");
        }
        table.column("Logit", "");
        table.row(
                "0",
                Cell.prose("unchanged"),
                "0",
                "",
                "",
                prediction(edited.before()),
                NumberText.percent(edited.before().probability(), 1),
                NumberText.significant(edited.before().logit()));
        for (int k = 0; k < edited.steps().size(); k++) {
            EditedImage.Step step = edited.steps().get(k);
            table.row(
                    Integer.toString(k + 1),
                    Cell.prose(step.words()),
                    step.cells().length,
                    written(step, step.meanBefore()),
                    written(step, step.target()),
                    prediction(step.after()),
                    NumberText.percent(step.after().probability(), 1),
                    NumberText.significant(step.after().logit()));
        }
        return table;
    }

    private static Cell prediction(Outlook outlook) {
        String words = Named.list(outlook.taken());
        return outlook.labels() == null ? Cell.of(words) : Cell.prose(words);
    }

    /** An edit that found no patch has no numbers. */
    private static Cell written(EditedImage.Step step, double value) {
        return Cell.of(step.cells().length == 0 ? "" : NumberText.significant(value));
    }
}
