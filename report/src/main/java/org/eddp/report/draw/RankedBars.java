package org.eddp.report.draw;

import java.util.List;
import java.util.stream.Collectors;
import org.eddp.report.draw.Figures.Ranked;
import org.eddp.report.page.NumberText;
import org.eddp.report.page.Palette;

/** Narrow bars side by side that are shares of a whole, from the largest to the smallest. */
final class RankedBars {
    private static final int WIDTH = 620;
    private static final int HEIGHT = 170;
    private static final int LEFT = 52;
    private static final int TOP = 28;
    private static final int DESCRIBED = 5;
    private static final String STRONG = Palette.sequential(1);
    private static final String PALE = Palette.sequential(0.4);

    private RankedBars() {}

    static String svg(
            String id,
            String title,
            String horizontal,
            String vertical,
            List<Ranked> bars,
            double even,
            String evenName) {
        double most = bars.stream().mapToDouble(Ranked::value).max().orElse(0);
        Axis up = Axis.enclosing(0, 100 * Math.max(most, even), 4);
        Axis across = Axis.exact(0, bars.size(), Math.min(8, bars.size()));
        Drawing drawing = new Drawing(id, LEFT + WIDTH + 12, TOP + HEIGHT + 44);
        PlotArea plot = new PlotArea(drawing, across, up, LEFT, TOP, WIDTH, HEIGHT);
        plot.grid();
        plot.verticalTitle(vertical);
        plot.horizontalAxis(horizontal);
        double gap = (double) WIDTH / bars.size() > 4 ? 0.1 : 0;
        for (int k = 0; k < bars.size(); k++) {
            Ranked bar = bars.get(k);
            String name = bar.name() + ", " + percent(bar.value());
            double top = plot.y(100 * bar.value());
            drawing.bar(
                    plot.x(k + gap),
                    top,
                    plot.x(k + 1 - gap) - plot.x(k + gap),
                    plot.bottom() - top,
                    bar.strong() ? STRONG : PALE,
                    name);
        }
        plot.level(100 * even, Palette.hex(Palette.VERMILION), evenName);
        return drawing.svg(title, describe(bars));
    }

    private static String percent(double share) {
        return NumberText.percent(share, 2);
    }

    private static String describe(List<Ranked> bars) {
        return bars.stream()
                        .limit(DESCRIBED)
                        .map(bar -> bar.name() + " " + percent(bar.value()))
                        .collect(Collectors.joining(", "))
                + (bars.size() > DESCRIBED
                        ? ", ... down to " + percent(bars.get(bars.size() - 1).value()) + "."
                        : ".");
    }
}
