package org.eddp.report.draw;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import org.eddp.report.draw.Figures.Dot;
import org.eddp.report.page.NumberText;
import org.eddp.report.page.Palette;

/**
 * Dots with their names beside them. A name stands on the side of its dot where it covers no other name and no dot; where there is
 * no such side, where it covers least.
 */
final class ScatterPlot {
    private static final int WIDTH = 640;
    private static final int HEIGHT = 340;
    private static final int LEFT = 58;
    private static final int TOP = 16;
    private static final int RIGHT = 24;
    private static final int BELOW = 44;
    private static final int SIZE = 12;
    private static final double RADIUS = 5;
    /** Values that span more than this factor are drawn on a logarithmic axis. */
    private static final double WIDE_SPAN = 20;

    private static final double LABEL_HEIGHT = 14;

    private final Drawing drawing;
    private final List<Dot> dots;
    private final boolean logarithmic;
    private final Axis across;
    private final Axis up;
    private final List<Box> taken = new ArrayList<>();

    /** A rectangle in the drawing. */
    private record Box(double left, double top, double right, double bottom) {
        double shared(Box other) {
            double w = Math.min(right, other.right) - Math.max(left, other.left);
            double h = Math.min(bottom, other.bottom) - Math.max(top, other.top);
            return w > 0 && h > 0 ? w * h : 0;
        }
    }

    /** A place for a name. */
    private record Place(double x, double y, String anchor, Box box) {}

    private ScatterPlot(String id, List<Dot> dots) {
        this.dots = dots;
        drawing = new Drawing(id, LEFT + WIDTH + RIGHT, TOP + HEIGHT + BELOW);
        double least = xs().min().orElse(0);
        double most = xs().max().orElse(1);
        logarithmic = least > 0 && most / least > WIDE_SPAN;
        across = logarithmic ? powers(least, most) : Axis.enclosing(Math.min(0, least), most, 6);
        up = Axis.enclosing(0, dots.stream().mapToDouble(Dot::y).max().orElse(1), 5);
    }

    static String svg(String id, String title, String horizontal, String vertical, List<Dot> dots) {
        return new ScatterPlot(id, dots).draw(title, horizontal, vertical);
    }

    private DoubleStream xs() {
        return dots.stream().mapToDouble(Dot::x);
    }

    /** An axis between numbers that are 1, 2 or 5 times a power of ten; ends and ticks are logarithms. */
    private static Axis powers(double least, double most) {
        List<Double> ticks = new ArrayList<>();
        for (int power = (int) Math.floor(Math.log10(least)); power <= Math.ceil(Math.log10(most)); power++) {
            for (int lead : new int[] {1, 2, 5}) {
                ticks.add(Math.log10(lead) + power);
            }
        }
        double low = ticks.stream()
                .filter(t -> t <= Math.log10(least) + 1e-9)
                .reduce((a, b) -> b)
                .orElseThrow();
        double high = ticks.stream()
                .filter(t -> t >= Math.log10(most) - 1e-9)
                .findFirst()
                .orElseThrow();
        return new Axis(
                low, high, ticks.stream().filter(t -> t >= low && t <= high).toList());
    }

    private String draw(String title, String horizontal, String vertical) {
        PlotArea plot = new PlotArea(drawing, across, up, LEFT, TOP, WIDTH, HEIGHT);
        plot.grid();
        plot.verticalTitle(vertical);
        for (double tick : across.ticks()) {
            double x = plot.x(tick);
            drawing.line(x, TOP, x, plot.bottom(), tick == across.min() ? Drawing.RULE : Drawing.GRID);
            String number = NumberText.plain(logarithmic ? Math.pow(10, tick) : tick);
            drawing.words(x, plot.bottom() + 16, "middle", 11, Drawing.FAINT, number);
        }
        drawing.words(
                LEFT + WIDTH / 2.0,
                plot.bottom() + 34,
                "middle",
                11,
                Drawing.FAINT,
                horizontal + (logarithmic ? " (each step is a factor)" : ""));
        for (Dot dot : dots) {
            double x = x(plot, dot);
            double y = plot.y(dot.y());
            taken.add(new Box(x - RADIUS, y - RADIUS, x + RADIUS, y + RADIUS));
        }
        String colour = Palette.hex(Palette.BLUE);
        for (Dot dot : dots) {
            String own = dot.chosen() ? Palette.hex(Palette.VERMILION) : colour;
            drawing.circle(x(plot, dot), plot.y(dot.y()), RADIUS, dot.comparable() ? own : "#ffffff", own);
        }
        for (Dot dot : dots) {
            Place place = place(dot.name(), x(plot, dot), plot.y(dot.y()));
            taken.add(place.box());
            drawing.words(place.x(), place.y(), place.anchor(), SIZE, Drawing.INK, dot.name());
        }
        return drawing.svg(title, describe(horizontal, vertical));
    }

    private double x(PlotArea plot, Dot dot) {
        return plot.x(logarithmic ? Math.log10(dot.x()) : dot.x());
    }

    private Place place(String name, double x, double y) {
        double room = Drawing.room(name, SIZE) * 0.9;
        double gap = RADIUS + 4;
        List<Place> places = List.of(
                beside(x + gap, y + 4, "start", room),
                beside(x - gap, y + 4, "end", room),
                beside(x, y - gap, "middle", room),
                beside(x, y + gap + 9, "middle", room),
                beside(x + gap - 2, y - gap + 2, "start", room),
                beside(x + gap - 2, y + gap + 7, "start", room),
                beside(x - gap + 2, y - gap + 2, "end", room),
                beside(x - gap + 2, y + gap + 7, "end", room));
        return places.stream().min(Comparator.comparingDouble(this::covered)).orElseThrow();
    }

    private static Place beside(double x, double y, String anchor, double room) {
        double left = anchor.equals("start") ? x : anchor.equals("end") ? x - room : x - room / 2;
        return new Place(x, y, anchor, new Box(left, y - LABEL_HEIGHT + 3, left + room, y + 3));
    }

    /** The area that a name would cover, plus its area outside of the plot. */
    private double covered(Place place) {
        Box box = place.box();
        Box inside = new Box(LEFT, 0, LEFT + WIDTH + RIGHT, TOP + HEIGHT);
        double outside = (box.right() - box.left()) * (box.bottom() - box.top()) - box.shared(inside);
        return 2 * outside + taken.stream().mapToDouble(box::shared).sum();
    }

    private String describe(String horizontal, String vertical) {
        return dots.stream()
                .map(dot -> dot.name() + ": " + horizontal + " " + NumberText.significant(dot.x()) + ", " + vertical
                        + " " + NumberText.significant(dot.y()) + ".")
                .collect(Collectors.joining(" "));
    }
}
