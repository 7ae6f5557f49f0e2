package org.eddp.report.draw;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.eddp.report.draw.Figures.Bar;
import org.eddp.report.page.NumberText;
import org.eddp.report.page.Palette;

/** Horizontal bars to both sides of zero, one below the other: contributions for and against a class. */
final class DivergingBars {
    private static final int ROW = 22;
    /** Height of a second line of a label. */
    private static final int LINE = 14;

    private static final int PLOT = 200;
    private static final int VALUE_ROOM = 46;
    private static final int LONGEST_LABEL = 170;
    private static final int SIZE = 12;

    private DivergingBars() {}

    static String svg(String id, String title, String unit, String note, double limit, List<Bar> bars) {
        double largest =
                bars.stream().mapToDouble(b -> Math.abs(b.value())).max().orElse(0);
        Axis axis = Axis.enclosing(0, limit > 0 ? limit : Math.max(largest, 1e-9), 2);
        double end = axis.max();
        double longest = bars.stream()
                .mapToDouble(b -> Drawing.room(b.label(), SIZE))
                .max()
                .orElse(0);
        double labels = Math.min(LONGEST_LABEL, longest) + 20;
        int top = 8;
        double zero = labels + VALUE_ROOM + PLOT / 2.0;
        double scale = PLOT / 2.0 / end;
        int bottom = top + bars.stream().mapToInt(DivergingBars::height).sum();
        int width = (int) Math.ceil(labels + 2 * VALUE_ROOM + PLOT);
        List<String> below = new ArrayList<>(Drawing.wrap(unit, 11, 2 * Math.min(zero, width - zero)));
        below.addAll(note.isEmpty() ? List.of() : Drawing.wrap(note, 11, 2 * Math.min(zero, width - zero)));
        Drawing drawing = new Drawing(id, width, bottom + 26 + 16 * below.size());
        for (double tick : axis.ticks()) {
            grid(drawing, zero + tick * scale, top, bottom, tick);
            if (tick != 0) {
                grid(drawing, zero - tick * scale, top, bottom, -tick);
            }
        }
        for (int k = 0; k < below.size(); k++) {
            drawing.words(zero, bottom + 34 + 16 * k, "middle", 11, Drawing.FAINT, below.get(k));
        }
        int y = top;
        for (Bar bar : bars) {
            bar(drawing, bar, y, zero, scale, labels);
            y += height(bar);
        }
        return drawing.svg(title, describe(bars));
    }

    /** Labels are broken into two lines rather than cut. */
    private static List<String> lines(Bar bar) {
        return Drawing.wrap(bar.label(), SIZE, LONGEST_LABEL);
    }

    private static int height(Bar bar) {
        return ROW + LINE * (lines(bar).size() - 1);
    }

    private static void grid(Drawing drawing, double x, int top, int bottom, double tick) {
        drawing.line(x, top, x, bottom, tick == 0 ? Drawing.RULE : Drawing.GRID);
        drawing.words(x, bottom + 16, "middle", 11, Drawing.FAINT, NumberText.plain(tick));
    }

    private static void bar(Drawing drawing, Bar bar, int top, double zero, double scale, double labels) {
        List<String> lines = lines(bar);
        for (int k = 0; k < lines.size(); k++) {
            drawing.words(labels - 16, top + 15 + LINE * k, "end", SIZE, Drawing.INK, lines.get(k));
        }
        int y = top + LINE * (lines.size() - 1) / 2;
        double value = Double.isFinite(bar.value()) ? bar.value() : 0;
        double length = Math.abs(value) * scale;
        double side = Math.signum(value);
        String strong = Palette.diverging(0.85 * side);
        String fill = bar.certain() ? strong : Palette.diverging(0.15 * side);
        drawing.rectangle(value < 0 ? zero - length : zero, y + 4, length, ROW - 8, fill, strong);
        String number = NumberText.significant(bar.value());
        String anchor = value < 0 ? "end" : "start";
        drawing.words(zero + side * (length + 5), y + 15, anchor, 11, Drawing.FAINT, number);
    }

    private static String describe(List<Bar> bars) {
        return bars.stream()
                .map(b -> b.label() + ": " + NumberText.significant(b.value()) + (b.certain() ? "." : " (pale)."))
                .collect(Collectors.joining(" "))
                .strip();
    }
}
