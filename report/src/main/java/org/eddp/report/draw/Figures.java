package org.eddp.report.draw;

import java.awt.Color;
import java.util.Arrays;
import java.util.List;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.eddp.report.page.NumberText;
import org.eddp.report.page.Palette;

/** The charts, each from the values it shows; {@link HistogramStack} has more options and is separate. */
public final class Figures {
    private static final double GROUP_FILL = 0.84;
    private static final int GROUP_WIDTH = 168;

    private Figures() {}

    /** One colour of bar: its name and one value per group; NaN leaves a gap marked n/a. */
    public record Bars(String name, double[] values) {}

    /** A loss over the steps, and the value it should end at or below (null if it has none). */
    public record Line(int[] steps, double[] values, Double target) {}

    /** Values to be counted, the title of their panel and the colour of its bars. */
    public record Counted(String name, double[] values, Color colour) {}

    /**
     * A bar to the left or right of zero.
     *
     * @param label stands at its left
     * @param value its length
     * @param certain whether it is filled; the others are drawn pale with an outline
     */
    public record Bar(String label, double value, boolean certain) {}

    /**
     * A count of items.
     *
     * @param all number of items
     * @param different number of distinct ones; null if that has no meaning
     */
    public record Cell(int all, Integer different) {
        String text() {
            return different == null || all == 0 ? Integer.toString(all) : all + " / " + different;
        }
    }

    /** A row of counts, one per column. */
    public record CellRow(String name, List<Cell> cells) {}

    /**
     * A point in a plane with a name.
     *
     * @param chosen whether it is the reference of the others
     * @param comparable whether it can be compared; other dots are hollow
     */
    public record Dot(String name, double x, double y, boolean chosen, boolean comparable) {}

    /**
     * Bars ranked from left to right.
     *
     * @param name tool tip of the bar
     * @param value its height
     * @param strong whether it has the strong colour
     */
    public record Ranked(String name, double value, boolean strong) {}

    /** A picture (data URL, or null for an empty cell) and lines below it, the first one emphasised. */
    public record Panel(String picture, List<String> lines) {}

    /** A heading and its pictures. */
    public record PanelRow(String heading, List<Panel> panels) {}

    /**
     * Horizontal bars to both sides of zero, one below the other: contributions for and against a class.
     *
     * @param id unique in the page
     * @param title name of the drawing
     * @param unit what the length is
     * @param note a second line below the axis, for example what pale bars mean; may be empty
     * @param limit largest |value| of the axis; 0 to take a round number that encloses all
     */
    public static String divergingBars(
            String id, String title, String unit, String note, double limit, List<Bar> bars) {
        return DivergingBars.svg(id, title, unit, note, limit, bars);
    }

    /**
     * Counts as bars in rows and columns, all on one scale: number of items, and number of distinct ones.
     *
     * @param id unique in the page
     * @param title name of the drawing
     * @param columns their titles; one empty title for a single column without
     * @param bar length of the longest bar
     */
    public static String barMatrix(String id, String title, List<String> columns, List<CellRow> rows, int bar) {
        return BarMatrix.svg(id, title, columns, rows, bar);
    }

    /**
     * Pictures side by side in rows, each with a few words below it, and a colour scale if the colours mean numbers.
     *
     * @param id unique in the page
     * @param title name of the drawing
     * @param limit value of the strongest colours, or 0 for no scale
     * @param unit of the scale
     */
    public static String pictures(String id, String title, List<PanelRow> rows, double limit, String unit) {
        return PictureRows.svg(id, title, rows, limit, unit);
    }

    /**
     * Dots in a plane with their names beside them; from 0 upwards, and to the right from 0 or by factors.
     *
     * @param id unique in the page
     * @param title name of the drawing
     * @param horizontal what lies to the right
     * @param vertical what lies upwards
     * @param dots finite values only
     */
    public static String scatter(String id, String title, String horizontal, String vertical, List<Dot> dots) {
        return ScatterPlot.svg(id, title, horizontal, vertical, dots);
    }

    /**
     * Narrow bars side by side, shares of a whole, in the order given, with a dashed line at an even share.
     *
     * @param id unique in the page
     * @param title name of the drawing
     * @param horizontal what the bars are
     * @param vertical what their height is
     * @param bars at least one
     * @param even where the dashed line is
     * @param evenName its name
     */
    public static String ranked(
            String id,
            String title,
            String horizontal,
            String vertical,
            List<Ranked> bars,
            double even,
            String evenName) {
        return RankedBars.svg(id, title, horizontal, vertical, bars, even, evenName);
    }

    /**
     * Bars in groups, numbered 1, 2, ... inside each group in the order given, each with its value on top.
     *
     * @param id unique in the page
     * @param title name of the drawing
     * @param verticalTitle what the height is
     * @param groups names of the groups
     * @param bars at most four, as many values each as there are groups
     */
    public static String groupedBars(
            String id, String title, String verticalTitle, List<String> groups, List<Bars> bars) {
        requireBars(groups, bars);
        double low = finite(bars.stream().map(Bars::values)).min().orElse(0);
        double high = finite(bars.stream().map(Bars::values)).max().orElse(1);
        Axis vertical = Axis.enclosing(Math.min(0, low), Math.max(1, high), 5);
        Axis horizontal = Axis.exact(0, groups.size(), groups.size());
        int width = GROUP_WIDTH * groups.size();
        Drawing drawing = new Drawing(id, 52 + width + 12, 24 + 230 + 44);
        PlotArea plot = new PlotArea(drawing, horizontal, vertical, 52, 24, width, 230);
        plot.grid();
        plot.verticalTitle(verticalTitle);
        double barWidth = GROUP_FILL / bars.size();
        for (int g = 0; g < groups.size(); g++) {
            for (int b = 0; b < bars.size(); b++) {
                double from = g + (1 - GROUP_FILL) / 2 + b * barWidth;
                plot.bar(from, from + barWidth, bars.get(b).values()[g], Palette.hex(Palette.CATEGORIES.get(b)));
            }
        }
        // After all bars, so that none covers the number of its neighbour.
        for (int g = 0; g < groups.size(); g++) {
            for (int b = 0; b < bars.size(); b++) {
                double middle = g + (1 - GROUP_FILL) / 2 + (b + 0.5) * barWidth;
                label(plot, middle, b + 1, bars.get(b).values()[g]);
            }
            drawing.words(plot.x(g + 0.5), plot.bottom() + 34, "middle", 13, Drawing.INK, groups.get(g));
        }
        return drawing.svg(title, describe(groups, bars));
    }

    private static void label(PlotArea plot, double middle, int number, double value) {
        double x = plot.x(middle);
        // A bar that hangs down is labelled above the zero line, clear of the numbers below the plot.
        double top = plot.y(value > 0 ? value : 0);
        plot.drawing()
                .words(x, top - 5, "middle", 11, Drawing.INK, NumberText.fixed(value, 3))
                .words(x, plot.bottom() + 15, "middle", 11, Drawing.FAINT, Integer.toString(number));
    }

    /**
     * A loss over the optimiser steps, with its target as a dashed line. Values that are not finite are left out; long
     * curves are thinned, keeping the extremes of every stretch.
     *
     * @param id unique in the page
     * @param title name of the drawing
     * @param line at least one finite value
     */
    public static String lossCurve(String id, String title, Line line) {
        Curve curve = Curve.of(line.steps(), line.values());
        if (curve.x().length == 0) {
            throw new IllegalArgumentException("curve \"" + title + "\" has no finite value to draw");
        }
        double[] shown = line.target() == null
                ? curve.y()
                : DoubleStream.concat(Arrays.stream(curve.y()), DoubleStream.of(line.target()))
                        .toArray();
        double low = Arrays.stream(shown).min().orElseThrow();
        double high = Arrays.stream(shown).max().orElseThrow();
        Axis vertical = Axis.enclosing(low, high, 4).padded();
        double last = curve.x()[curve.x().length - 1];
        Axis horizontal = Axis.exact(curve.x()[0], last, PlotArea.ticksThatFit(last, 206));
        int left = (int) Math.ceil(Math.max(40, PlotArea.numbersOf(vertical)) + 6);
        Drawing drawing = new Drawing(id, left + 206 + 20, 28 + 130 + 40);
        PlotArea plot = new PlotArea(drawing, horizontal, vertical, left, 28, 206, 130);
        plot.grid();
        plot.horizontalAxis("optimiser step");
        plot.curve(curve.x(), curve.y(), Palette.hex(Palette.BLUE));
        if (line.target() != null) {
            plot.level(line.target(), Palette.hex(Palette.VERMILION), "target " + NumberText.plain(line.target()));
        }
        return drawing.svg(title, describe(curve, line.target()));
    }

    /**
     * Histograms of values between -1 and 1: a panel for each of several sets of values, below each other on the same
     * axes.
     *
     * @param id unique in the page
     * @param title name of the drawing
     * @param description what it shows, for screen readers
     * @param horizontalTitle what the values are
     * @param panels from the top
     * @param threshold where a dashed line stands in every panel
     */
    public static String counts(
            String id,
            String title,
            String description,
            String horizontalTitle,
            List<Counted> panels,
            double threshold) {
        int bins = 20;
        List<Histogram> histograms = panels.stream()
                .map(panel -> Histogram.of(panel.values(), -1, 1, bins))
                .toList();
        long most = histograms.stream()
                .flatMapToLong(h -> Arrays.stream(h.counts()))
                .max()
                .orElse(1);
        Axis vertical = Axis.enclosing(0, Math.max(1, most), 3);
        Axis horizontal = new Axis(
                -1,
                1,
                IntStream.rangeClosed(-4, 4).mapToObj(quarter -> quarter / 4.0).toList());
        Drawing drawing = new Drawing(id, 44 + 360 + 24, panels.size() * 162 + 44);
        for (int p = 0; p < panels.size(); p++) {
            PlotArea plot = new PlotArea(drawing, horizontal, vertical, 44, 42 + 162 * p, 360, 120);
            plot.grid();
            String name = panels.get(p).name();
            drawing.words(plot.left(), plot.top() - 20, "start", 12, Drawing.INK, name);
            String colour = Palette.hex(panels.get(p).colour());
            for (int b = 0; b < bins; b++) {
                double from = -1 + 2.0 * b / bins;
                plot.bar(from + 0.005, from + 0.095, histograms.get(p).counts()[b], colour);
            }
            double x = plot.x(threshold);
            drawing.dashes(x, plot.top(), x, plot.bottom(), Drawing.INK);
            drawing.words(x, plot.top() - 4, "middle", 11, Drawing.FAINT, NumberText.plain(threshold));
            if (p == panels.size() - 1) {
                plot.horizontalAxis(horizontalTitle);
            }
        }
        return drawing.svg(title, description);
    }

    private static void requireBars(List<String> groups, List<Bars> bars) {
        if (bars.size() > Palette.CATEGORIES.size()) {
            throw new IllegalArgumentException(
                    bars.size() + " bars per group exceed the " + Palette.CATEGORIES.size() + " colours");
        }
        for (Bars bar : bars) {
            if (bar.values().length != groups.size()) {
                throw new IllegalArgumentException("bars \"" + bar.name() + "\" have " + bar.values().length
                        + " values for " + groups.size() + " groups");
            }
        }
    }

    private static DoubleStream finite(Stream<double[]> values) {
        return values.flatMapToDouble(Arrays::stream).filter(Double::isFinite);
    }

    private static String describe(List<String> groups, List<Bars> bars) {
        StringBuilder out = new StringBuilder();
        for (int b = 0; b < bars.size(); b++) {
            double[] values = bars.get(b).values();
            List<String> parts = IntStream.range(0, groups.size())
                    .mapToObj(g -> groups.get(g) + " " + NumberText.fixed(values[g], 3))
                    .toList();
            out.append(b + 1).append(", ").append(bars.get(b).name()).append(": ");
            out.append(String.join(", ", parts)).append(". ");
        }
        return out.toString().strip();
    }

    private static String describe(Curve curve, Double target) {
        int last = curve.x().length - 1;
        String words = "From " + NumberText.significant(curve.y()[0]) + " at step " + NumberText.plain(curve.x()[0])
                + " to " + NumberText.significant(curve.y()[last]) + " at step " + NumberText.plain(curve.x()[last])
                + ".";
        return target == null ? words : words + " Target: at most " + NumberText.plain(target) + ".";
    }
}
