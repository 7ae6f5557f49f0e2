package org.eddp.report.draw;

import java.util.ArrayList;
import java.util.List;
import org.eddp.report.page.NumberText;

/**
 * The plot rectangle of a drawing, which maps values to coordinates: marks inside, grid and numbers beside it.
 *
 * @param horizontal values from the left edge to the right
 * @param vertical values from the lower edge to the upper
 */
record PlotArea(Drawing drawing, Axis horizontal, Axis vertical, double left, double top, double width, double height) {
    private static final int SIZE = 11;

    /** The coordinate of a value of the horizontal axis. */
    double x(double value) {
        return left + (value - horizontal.min()) / (horizontal.max() - horizontal.min()) * width;
    }

    /** The coordinate of a value of the vertical axis. */
    double y(double value) {
        return bottom() - (value - vertical.min()) / (vertical.max() - vertical.min()) * height;
    }

    double bottom() {
        return top + height;
    }

    /** Room that the numbers of a vertical axis take left of the plot. */
    static double numbersOf(Axis vertical) {
        return vertical.ticks().stream()
                .mapToDouble(tick -> Drawing.room(NumberText.plain(tick), SIZE))
                .max()
                .orElse(0);
    }

    /** Number of ticks, at most five, whose values fit beside each other below a plot. */
    static int ticksThatFit(double longest, double width) {
        return (int) Math.max(1, Math.min(5, width / (Drawing.room(NumberText.plain(longest), SIZE) + 12)));
    }

    /** Horizontal grid lines with their values; the line at zero is darker. */
    void grid() {
        for (double tick : vertical.ticks()) {
            drawing.line(left, y(tick), left + width, y(tick), tick == 0 ? Drawing.RULE : Drawing.GRID);
            drawing.words(left - 6, y(tick) + 4, "end", SIZE, Drawing.FAINT, NumberText.plain(tick));
        }
    }

    /** The title of the vertical axis, turned along the left edge of the drawing. */
    void verticalTitle(String title) {
        drawing.upwards(13, top + height / 2, SIZE, Drawing.FAINT, title);
    }

    /** Ticks, values and the title of the horizontal axis. */
    void horizontalAxis(String title) {
        for (double tick : horizontal.ticks()) {
            drawing.line(x(tick), bottom(), x(tick), bottom() + 4, Drawing.RULE);
            drawing.words(x(tick), bottom() + 16, "middle", SIZE, Drawing.FAINT, NumberText.plain(tick));
        }
        drawing.words(left + width / 2, bottom() + 33, "middle", SIZE, Drawing.FAINT, title);
    }

    /** A bar from zero to a value; nothing for zero and for values that are not finite. */
    void bar(double from, double to, double value, String colour) {
        if (Double.isFinite(value) && value != 0) {
            double upper = Math.min(y(0), y(value));
            drawing.rectangle(x(from), upper, x(to) - x(from), Math.abs(y(value) - y(0)), colour, null);
        }
    }

    /** A curve through points. */
    void curve(double[] xs, double[] ys, String colour) {
        List<double[]> corners = new ArrayList<>();
        for (int k = 0; k < xs.length; k++) {
            corners.add(new double[] {x(xs[k]), y(ys[k])});
        }
        drawing.path(corners, colour, 2);
    }

    /** A dashed line across at a value, with its name above the plot, where no curve can run through it. */
    void level(double value, String colour, String name) {
        drawing.dashes(left, y(value), left + width, y(value), colour);
        drawing.dashes(left, top - 12, left + 26, top - 12, colour);
        drawing.words(left + 33, top - 8, "start", SIZE, Drawing.INK, name);
    }
}
