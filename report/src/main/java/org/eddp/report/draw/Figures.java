package org.eddp.report.draw;

import java.awt.BasicStroke;
import java.awt.Color;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.eddp.report.page.NumberText;
import org.eddp.report.page.Palette;
import org.jfree.svg.SVGGraphics2D;
import org.knowm.xchart.CategoryChart;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYSeries;
import org.knowm.xchart.internal.chartpart.Chart;
import org.knowm.xchart.style.AxesChartStyler;
import org.knowm.xchart.style.markers.SeriesMarkers;

/**
 * Drawings as SVG elements to be inlined in a page. XChart draws the marks, {@link Plot} the axes and the words. Each
 * drawing takes an id, which prefixes every id inside it; with distinct ids, any number of drawings fit in one page. No
 * display is needed, and the same input gives the same characters.
 */
public final class Figures {
    private static final double GROUP_FILL = 0.84;
    private static final int GROUP_WIDTH = 168;
    private static final Color CLEAR = new Color(255, 255, 255, 0);

    static {
        // Only a default: without it macOS opens an application window when the first shape is drawn.
        if (System.getProperty("java.awt.headless") == null) {
            System.setProperty("java.awt.headless", "true");
        }
    }

    private Figures() {}

    /** One colour of bar: its name and one value per group; NaN leaves a gap marked n/a. */
    public record Bars(String name, double[] values) {}

    /** A loss over the steps, and the value it should end at or below (null if it has none). */
    public record Line(int[] steps, double[] values, Double target) {}

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
        Plot plot = new Plot(id, 52, 24, 12, 44, GROUP_WIDTH * groups.size(), 230, vertical);
        plot.verticalAxis(verticalTitle);

        CategoryChart chart = new CategoryChart(plot.width(), plot.height());
        chart.getStyler().setAvailableSpaceFill(GROUP_FILL);
        chart.getStyler().setSeriesColors(Palette.CATEGORIES.toArray(Color[]::new));
        for (Bars bar : bars) {
            // A gap keeps its place as a bar of no height.
            List<Double> heights = Arrays.stream(bar.values())
                    .mapToObj(v -> Double.isFinite(v) ? v : 0.0)
                    .toList();
            chart.addSeries(bar.name(), groups, heights);
        }
        plot.marks(paint(id, chart, vertical));
        labelBars(plot, groups, bars);
        return plot.svg(title, describe(groups, bars));
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
        double low = Arrays.stream(curve.y()).min().orElseThrow();
        double high = Arrays.stream(curve.y()).max().orElseThrow();
        boolean targeted = line.target() != null;
        if (targeted) {
            low = Math.min(low, line.target());
            high = Math.max(high, line.target());
        }
        Axis vertical = Axis.enclosing(low, high, 4).padded();
        Axis horizontal = Axis.exact(curve.x()[0], curve.x()[curve.x().length - 1], 5);
        Plot plot = new Plot(id, 46, 28, 16, 38, 206, 130, vertical);
        plot.verticalAxis("").horizontalAxis(horizontal, "optimiser step");

        XYChart chart = new XYChart(plot.width(), plot.height());
        chart.getStyler().setXAxisMin(horizontal.min());
        chart.getStyler().setXAxisMax(horizontal.max());
        XYSeries loss = style(chart.addSeries("loss", curve.x(), curve.y()), Palette.BLUE, 2f);
        // XChart writes one element per straight segment but one path for a smooth curve, five times shorter. Only
        // where
        // the points lie so close that the two look the same.
        loss.setSmooth(curve.x().length > 60);
        if (targeted) {
            double[] ends = {horizontal.min(), horizontal.max()};
            double[] level = {line.target(), line.target()};
            style(chart.addSeries("target", ends, level), Palette.VERMILION, 1.5f, 6f, 4f);
        }
        plot.marks(paint(id, chart, vertical));
        if (targeted) {
            plot.dashedKey(Palette.hex(Palette.VERMILION), "target " + NumberText.plain(line.target()));
        }
        return plot.svg(title, describe(curve, line.target()));
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

    private static void labelBars(Plot plot, List<String> groups, List<Bars> bars) {
        double barWidth = GROUP_WIDTH * GROUP_FILL / bars.size();
        for (int g = 0; g < groups.size(); g++) {
            double start = GROUP_WIDTH * (g + (1 - GROUP_FILL) / 2);
            for (int b = 0; b < bars.size(); b++) {
                double value = bars.get(b).values()[g];
                double x = start + (b + 0.5) * barWidth;
                // A bar that hangs down is labelled above the zero line, clear of the numbers below the plot.
                double top = value > 0 ? value : 0;
                plot.note(x, top, -5, "middle", 11, NumberText.fixed(value, 3));
                plot.below(x, 15, 11, Integer.toString(b + 1));
            }
            plot.below(GROUP_WIDTH * (g + 0.5), 34, 13, groups.get(g));
        }
    }

    private static XYSeries style(XYSeries series, Color colour, float width, float... dash) {
        series.setMarker(SeriesMarkers.NONE);
        series.setLineColor(colour);
        series.setLineStyle(new BasicStroke(
                width,
                dash.length == 0 ? BasicStroke.CAP_ROUND : BasicStroke.CAP_BUTT,
                BasicStroke.JOIN_ROUND,
                10f,
                dash.length == 0 ? null : dash,
                0f));
        return series;
    }

    /** The chart's marks alone, filling a canvas of the chart's size, as the content of an SVG group. */
    private static <S extends AxesChartStyler> String paint(String id, Chart<S, ?> chart, Axis vertical) {
        S styler = chart.getStyler();
        styler.setYAxisMin(vertical.min());
        styler.setYAxisMax(vertical.max());
        styler.setAxisTicksVisible(false);
        styler.setAxisTitlesVisible(false);
        styler.setPlotMargin(0);
        styler.setPlotGridLinesVisible(false);
        styler.setPlotTicksMarksVisible(false);
        styler.setChartTitleVisible(false);
        styler.setLegendVisible(false);
        styler.setChartPadding(0);
        styler.setPlotContentSize(1.0);
        styler.setPlotBorderVisible(false);
        styler.setChartBackgroundColor(CLEAR);
        styler.setPlotBackgroundColor(CLEAR);

        SVGGraphics2D canvas = new SVGGraphics2D(chart.getWidth(), chart.getHeight());
        // The default prefix is the clock; a fixed one gives the same bytes and keeps drawings of one page apart.
        canvas.setDefsKeyPrefix(Objects.requireNonNull(id) + "-");
        canvas.setGeomDoubleConverter(Plot::number);
        canvas.setTransformDoubleConverter(Plot::number);
        chart.paint(canvas, chart.getWidth(), chart.getHeight());
        String element = canvas.getSVGElement();
        return element.substring(element.indexOf('>') + 1, element.lastIndexOf("</svg>"));
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
