package org.eddp.report.draw;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.eddp.report.draw.Figures.Panel;
import org.eddp.report.draw.Figures.PanelRow;
import org.eddp.report.page.NumberText;
import org.eddp.report.page.Palette;

/** Pictures side by side in rows, each with a few words below it, and a colour scale if the colours mean numbers. */
final class PictureRows {
    private static final int SIDE = 132;
    private static final int GAP = 14;
    private static final int LINE = 14;
    private static final int SIZE = 11;
    private static final int ROOM = SIDE + GAP - 4;

    private PictureRows() {}

    /** The text below a picture, wrapped to its width; the first line is emphasised. */
    private static List<Line> broken(Panel panel) {
        List<Line> broken = new ArrayList<>();
        for (int l = 0; l < panel.lines().size(); l++) {
            String colour = l == 0 ? Drawing.INK : Drawing.FAINT;
            Drawing.wrap(panel.lines().get(l), SIZE, ROOM).forEach(words -> broken.add(new Line(words, colour)));
        }
        return broken;
    }

    private record Line(String words, String colour) {}

    static String svg(String id, String title, List<PanelRow> rows, double limit, String unit) {
        int columns = rows.stream().mapToInt(r -> r.panels().size()).max().orElse(1);
        int width = Math.max(columns * (SIDE + GAP) + GAP, limit > 0 ? 420 : 300);
        int height = GAP;
        for (PanelRow row : rows) {
            height += height(row);
        }
        Drawing drawing = new Drawing(id, width, height + (limit > 0 ? 44 : 0));
        int y = GAP;
        for (PanelRow row : rows) {
            draw(drawing, row, y, width);
            y += height(row);
        }
        if (limit > 0) {
            scale(drawing, y, width, limit, unit);
        }
        return drawing.svg(title, described(rows));
    }

    /** The words below the pictures, for screen readers; pictures without words are skipped. */
    private static String described(List<PanelRow> rows) {
        List<String> described = new ArrayList<>();
        for (PanelRow row : rows) {
            String words = row.panels().stream()
                    .map(panel -> String.join(", ", panel.lines()))
                    .filter(text -> !text.isEmpty())
                    .collect(Collectors.joining("; "));
            if (!words.isEmpty()) {
                described.add(row.heading().isEmpty() ? words : row.heading() + ": " + words);
            }
        }
        return described.isEmpty() ? "" : String.join(". ", described) + ".";
    }

    private static int height(PanelRow row) {
        int lines = row.panels().stream().mapToInt(p -> broken(p).size()).max().orElse(0);
        return (row.heading().isEmpty() ? 0 : 22) + SIDE + 4 + lines * LINE + GAP;
    }

    private static void draw(Drawing drawing, PanelRow row, int top, int width) {
        int y = top;
        if (!row.heading().isEmpty()) {
            drawing.fitted(GAP, y + 12, "start", 13, Drawing.INK, row.heading(), width - 2 * GAP);
            y += 22;
        }
        for (int k = 0; k < row.panels().size(); k++) {
            Panel panel = row.panels().get(k);
            int x = GAP + k * (SIDE + GAP);
            if (panel.picture() != null) {
                drawing.picture(x, y, SIDE, SIDE, panel.picture());
            }
            List<Line> lines = broken(panel);
            for (int l = 0; l < lines.size(); l++) {
                double foot = y + SIDE + 4 + LINE * (l + 0.8);
                Line line = lines.get(l);
                drawing.words(x + SIDE / 2.0, foot, "middle", SIZE, line.colour, line.words);
            }
        }
    }

    private static void scale(Drawing drawing, int top, int width, double limit, String unit) {
        int steps = 41;
        double room = 240;
        double left = (width - room) / 2;
        for (int k = 0; k < steps; k++) {
            double value = 2.0 * k / (steps - 1) - 1;
            drawing.rectangle(left + k * room / steps, top, room / steps + 0.5, 10, Palette.diverging(value), null);
        }
        drawing.words(left, top + 24, "middle", SIZE, Drawing.FAINT, NumberText.significant(-limit));
        drawing.words(left + room / 2, top + 24, "middle", SIZE, Drawing.FAINT, "0");
        drawing.words(left + room, top + 24, "middle", SIZE, Drawing.FAINT, NumberText.significant(limit));
        drawing.words(left + room / 2, top + 39, "middle", SIZE, Drawing.FAINT, unit);
    }
}
