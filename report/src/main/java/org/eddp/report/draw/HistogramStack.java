package org.eddp.report.draw;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.eddp.report.page.NumberText;
import org.eddp.report.page.Palette;

/**
 * Histograms of one quantity below each other on the same axes, one per run, so that runs are compared by looking down. A
 * dashed line stands at the mean of each. With a reference run its outline is drawn over all others.
 */
public final class HistogramStack {
    /** Enough to see the shape of a few hundred values. */
    private static final int BINS = 20;

    private static final int LEFT = 40;
    private static final int WIDTH = 228;
    private static final int RIGHT = 14;
    private static final int PANEL = 50;
    private static final int HEAD = 28;
    private static final int NAME_ROOM = 140;
    private static final String FILL = Palette.sequential(0.55);
    private static final String OUTLINE = "#8a3d00";

    private HistogramStack() {}

    /**
     * The values of a run.
     *
     * @param name empty if there is only one
     * @param values that occur; NaN for none
     * @param times how often each does
     */
    public record Series(String name, double[] values, long[] times) {
        /** One value per detector. */
        public static Series of(String name, double[] values) {
            long[] once = new long[values.length];
            Arrays.fill(once, 1);
            return new Series(name, values, once);
        }

        public double mean() {
            double sum = 0;
            double all = 0;
            for (int k = 0; k < values.length; k++) {
                if (Double.isFinite(values[k])) {
                    sum += values[k] * times[k];
                    all += times[k];
                }
            }
            return sum / all;
        }

        String describe(Scale scale) {
            double[] finite =
                    Arrays.stream(values).filter(Double::isFinite).sorted().toArray();
            return finite.length == 0
                    ? ""
                    : (name.isEmpty() ? "" : name + ": ") + "from " + scale.write(finite[0]) + " to "
                            + scale.write(finite[finite.length - 1]) + ", " + scale.mean() + " "
                            + scale.write(mean()) + ".";
        }
    }

    /**
     * The axis they share.
     *
     * @param title what the values are
     * @param low end of the first bin
     * @param high end of the last bin
     * @param bins between the two
     * @param logarithmic whether values are logarithms to base 10 and are written as powers
     */
    public record Scale(String title, double low, double high, int bins, boolean logarithmic) {
        /** An axis from one value to another. */
        public static Scale of(String title, double low, double high) {
            return new Scale(title, low, high, BINS, false);
        }

        /** Between round numbers that enclose two values. */
        public static Scale enclosing(String title, double low, double high) {
            Axis axis = Axis.enclosing(low, high, 4);
            return of(title, axis.min(), axis.max());
        }

        /** An axis of logarithms to base 10, from that of 1 to at least the given one. */
        public static Scale logarithmic(String title, double high) {
            return new Scale(title, 0, Math.max(1, Math.ceil(high)), BINS, true);
        }

        String write(double value) {
            double shown = logarithmic ? Math.pow(10, value) : value;
            return logarithmic ? NumberText.significant(shown) : NumberText.fixed(shown, Math.abs(shown) < 10 ? 2 : 1);
        }

        /** The mean of logarithms is the logarithm of the geometric mean. */
        String mean() {
            return logarithmic ? "geometric mean" : "mean";
        }

        private List<Double> ticks() {
            return Axis.exact(low, high, 4).ticks().stream()
                    .filter(tick -> !logarithmic || tick == Math.rint(tick))
                    .toList();
        }

        private String tick(double at) {
            return logarithmic ? power(at) : NumberText.plain(at);
        }

        private static String power(double at) {
            double value = Math.pow(10, at);
            String unit = value >= 1e6 ? "M" : value >= 1e3 ? "k" : "";
            return NumberText.plain(unit.equals("M") ? value / 1e6 : unit.equals("k") ? value / 1e3 : value) + unit;
        }
    }

    /**
     * The drawing.
     *
     * @param id unique in the page
     * @param reference number of the series whose outline is drawn over the others, -1 for none
     */
    public static String svg(String id, Scale scale, List<Series> series, int reference) {
        List<Histogram> histograms = series.stream()
                .map(s -> Histogram.of(s.values(), s.times(), scale.low(), scale.high(), scale.bins()))
                .toList();
        double most = histograms.stream().mapToDouble(Histogram::peak).max().orElse(0);
        double top = Math.max(0.05, Math.ceil(20 * most - 1e-9) / 20);
        int bottom = series.size() * (PANEL + HEAD);
        Drawing drawing = new Drawing(id, LEFT + WIDTH + RIGHT, bottom + 42);
        for (int k = 0; k < series.size(); k++) {
            int foot = (k + 1) * (PANEL + HEAD);
            heading(drawing, scale, series.get(k), foot - PANEL - 7);
            bars(drawing, histograms.get(k), top, foot);
            if (scale.low() < 0 && scale.high() > 0) {
                drawing.line(x(scale, 0), foot - PANEL, x(scale, 0), foot, Drawing.RULE);
            }
            if (reference >= 0 && reference != k) {
                outline(drawing, histograms.get(reference), top, foot);
            }
            mean(drawing, scale, series.get(k).mean(), foot);
        }
        for (double tick : scale.ticks()) {
            drawing.line(x(scale, tick), bottom, x(scale, tick), bottom + 4, Drawing.RULE);
            drawing.words(x(scale, tick), bottom + 16, "middle", 11, Drawing.FAINT, scale.tick(tick));
        }
        drawing.words(LEFT + WIDTH / 2.0, bottom + 34, "middle", 11, Drawing.FAINT, scale.title());
        return drawing.svg(
                scale.title(), series.stream().map(s -> s.describe(scale)).collect(Collectors.joining(" ")));
    }

    private static void heading(Drawing drawing, Scale scale, Series series, int y) {
        drawing.fitted(LEFT, y, "start", 12, Drawing.INK, series.name(), NAME_ROOM);
        drawing.words(LEFT + WIDTH, y, "end", 11, Drawing.FAINT, scale.mean() + " " + scale.write(series.mean()));
    }

    private static void bars(Drawing drawing, Histogram histogram, double top, int foot) {
        drawing.line(LEFT, foot - PANEL, LEFT + WIDTH, foot - PANEL, Drawing.GRID);
        drawing.words(LEFT - 5, foot - PANEL + 4, "end", 11, Drawing.FAINT, NumberText.percent(top, 0));
        double step = (double) WIDTH / histogram.counts().length;
        for (int b = 0; b < histogram.counts().length; b++) {
            double height = PANEL * histogram.share(b) / top;
            if (height > 0) {
                drawing.rectangle(LEFT + b * step + 0.5, foot - height, step - 1, height, FILL, null);
            }
        }
        drawing.line(LEFT, foot, LEFT + WIDTH, foot, Drawing.RULE);
    }

    private static void outline(Drawing drawing, Histogram histogram, double top, int foot) {
        double step = (double) WIDTH / histogram.counts().length;
        List<double[]> corners = new ArrayList<>();
        corners.add(new double[] {LEFT, foot});
        for (int b = 0; b < histogram.counts().length; b++) {
            double y = foot - PANEL * histogram.share(b) / top;
            corners.add(new double[] {LEFT + b * step, y});
            corners.add(new double[] {LEFT + (b + 1) * step, y});
        }
        corners.add(new double[] {LEFT + WIDTH, foot});
        drawing.path(corners, OUTLINE, 1.5);
    }

    private static void mean(Drawing drawing, Scale scale, double mean, int foot) {
        if (Double.isFinite(mean)) {
            drawing.dashes(x(scale, mean), foot - PANEL, x(scale, mean), foot, Drawing.INK);
        }
    }

    private static double x(Scale scale, double value) {
        double share = (value - scale.low()) / (scale.high() - scale.low());
        return LEFT + WIDTH * Math.max(0, Math.min(1, share));
    }
}
