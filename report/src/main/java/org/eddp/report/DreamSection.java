package org.eddp.report;

import java.awt.Color;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import org.eddp.faithfulness.DreamResults;
import org.eddp.faithfulness.DreamResults.ConceptDream;
import org.eddp.faithfulness.DreamResults.Control;
import org.eddp.faithfulness.DreamResults.Literal;
import org.eddp.report.PictureColumns.Shown;
import org.eddp.report.draw.Figures;
import org.eddp.report.draw.Figures.Counted;
import org.eddp.report.page.Html;
import org.eddp.report.page.HtmlPage;
import org.eddp.report.page.NumberText;
import org.eddp.report.page.Palette;
import org.eddp.report.page.Table;

/** The results of a dream study. */
final class DreamSection {
    private static final int PER_ROW = 6;

    private DreamSection() {}

    static List<Html> blocks(DreamResults results) {
        List<Html> blocks = new ArrayList<>();
        long studied =
                results.concepts().stream().filter(c -> c.cosine() != null).count();
        blocks.add(HtmlPage.paragraph(
                "Images that contain a concept were changed, pixel by pixel, until the detector saw more"
                        + " of it (" + results.options().iterations() + " steps, up to " + results.imagesPerConcept()
                        + " images per concept). The features then move along a line, the dreaming direction. If the"
                        + " signal vector is faithful, that line is its direction. Of " + studied
                        + (studied == 1 ? " concept, " : " concepts, ") + NumberText.percent(results.share(), 0)
                        + " have a cosine of at least "
                        + NumberText.plain(results.faithful())
                        + "; with signal vectors estimated from all patches instead of those with the concept it is "
                        + NumberText.percent(results.shareWithoutSubsampling(), 0)
                        + ". Signal vectors of other concepts have a mean cosine of "
                        + NumberText.fixed(results.cosineOthers(), 2) + " with the same directions."));
        blocks.add(HtmlPage.paragraph(protocols(results)));
        blocks.add(HtmlPage.figure(
                histogram("dream-histogram", results),
                Html.tag("strong", "Cosine of dreaming direction and signal vector. "),
                "With sub-sampling: signal vectors as learned, from the patches with the concept. Without: from all"
                        + " patches."
                        + (results.shareLiteral() == null
                                ? ""
                                : " Literal: the same by the letter of the paper, from the surest images.")
                        + " The dashed line is the bar for faithful; look for bars right of it."));
        if (!results.pictures().isEmpty()) {
            blocks.add(HtmlPage.figure(
                    PictureColumns.html(columns(results)),
                    Html.tag("strong", "Dreams. "),
                    "Above: images as they are. Below: the same after they were changed to show more of the concept,"
                            + " with the cosine that this image alone gives."));
        }
        blocks.add(HtmlPage.details("Show all concepts", table(results).html()));
        return blocks;
    }

    private static String protocols(DreamResults results) {
        return "The dreaming direction here is what the dreams from "
                + switch (results.start()) {
                    case TYPICAL -> "images taken at random among those with the concept";
                    case SUREST -> "the images on which the detector is surest";
                    case WIDEST -> "the images with the concept on most patches";
                }
                + " have in common. In " + NumberText.percent(results.shareNearest(), 0)
                + " of the concepts it is nearer to the concept's own signal vector than to that of any other concept;"
                + " the nearest other has a mean cosine of " + NumberText.fixed(results.cosineBestOther(), 2) + "."
                + (results.shareLiteral() == null
                        ? ""
                        : " By the letter of the paper (the surest images, plain gradients, one line through all patches"
                                + " of an image), the shares of single images are "
                                + NumberText.percent(results.shareLiteral(), 0) + " and, from all patches, "
                                + NumberText.percent(results.shareLiteralWithoutSubsampling(), 0) + ".");
    }

    /** Cosines with and without sub-sampling, by our protocol and, if measured, by the literal one. */
    static String histogram(String id, DreamResults results) {
        List<Counted> panels = new ArrayList<>(List.of(
                counted("With", results, ConceptDream::cosine, Palette.BLUE),
                counted("Without", results, ConceptDream::cosineWithoutSubsampling, Palette.ORANGE)));
        String shares = shares(results.share(), results.shareWithoutSubsampling());
        if (results.shareLiteral() != null && results.shareLiteralWithoutSubsampling() != null) {
            panels.add(counted("Literal, with", results, literal(Literal::cosine), Palette.BLUE));
            panels.add(
                    counted("Literal, without", results, literal(Literal::cosineWithoutSubsampling), Palette.ORANGE));
            shares += " Literal: " + shares(results.shareLiteral(), results.shareLiteralWithoutSubsampling());
        }
        return Figures.counts(
                id,
                "Cosines of dreaming directions",
                "Share of at least " + NumberText.plain(results.faithful()) + ": " + shares,
                "cosine of dreaming direction and signal vector",
                panels,
                results.faithful());
    }

    private static String shares(double with, double without) {
        return NumberText.percent(with, 0) + " with sub-sampling, " + NumberText.percent(without, 0) + " without.";
    }

    private static Function<ConceptDream, Double> literal(Function<Literal, Double> cosine) {
        return concept -> concept.literal() == null ? null : cosine.apply(concept.literal());
    }

    private static Counted counted(
            String how, DreamResults results, Function<ConceptDream, Double> cosine, Color colour) {
        double[] cosines = results.concepts().stream()
                .map(cosine)
                .filter(Objects::nonNull)
                .mapToDouble(Double::doubleValue)
                .toArray();
        return new Counted(how + " sub-sampling, number of concepts", cosines, colour);
    }

    /** The same as {@link #pictures} for a page: fits itself to the screen. */
    private static List<PictureColumns.Column> columns(DreamResults results) {
        return results.pictures().stream()
                .map(p -> new PictureColumns.Column(
                        p.concept(),
                        List.of(
                                new Shown(p.before(), p.image()),
                                new Shown(p.after(), "cosine " + NumberText.fixed(p.cosine(), 2)))))
                .toList();
    }

    /** Images before and after. */
    static String pictures(String id, DreamResults results) {
        List<String> headings = List.of("Images with the concept", "Dreams");
        List<Figures.PanelRow> rows = PictureColumns.rows(null, columns(results), PER_ROW, headings);
        return Figures.pictures(id, "Dreams of concepts", rows, 0, "");
    }

    private static Table table(DreamResults results) {
        Table table = new Table(
                "Dreams",
                "Nearest other: largest cosine with the signal vector of another concept, and the place of the own one"
                        + " among all. Limit: cosine that a movement exactly along the signal vector would show, given the"
                        + " activation.");
        table.column("Concept", "")
                .column("Cosine", "with sub-sampling")
                .column("Cosine", "without")
                .column("Ever more images", "estimate, from " + ConceptDream.ENOUGH_IMAGES + " on")
                .column("Literal", "with sub-sampling")
                .column("Literal", "without")
                .column("Nearest other", "")
                .column("Place", "")
                .column("Filter", "")
                .column("Limit", "")
                .column("Images", "");
        for (ConceptDream c : results.concepts()) {
            Optional<Control> control = Optional.ofNullable(c.control());
            Optional<Literal> literal = Optional.ofNullable(c.literal());
            table.row(
                    ClosestLabel.titled(c.concept()),
                    cosine(Optional.ofNullable(c.cosine())),
                    cosine(Optional.ofNullable(c.cosineWithoutSubsampling())),
                    cosine(Optional.ofNullable(c.cosineOfMany())),
                    cosine(literal.map(Literal::cosine)),
                    cosine(literal.map(Literal::cosineWithoutSubsampling)),
                    cosine(control.map(Control::bestOther)),
                    control.map(k -> Integer.toString(k.rank())).orElse(NumberText.MISSING),
                    cosine(control.map(Control::filter)),
                    cosine(control.map(Control::reachable)),
                    c.images().size());
        }
        return table;
    }

    private static String cosine(Optional<Double> value) {
        return value.map(c -> NumberText.fixed(c, 3)).orElse(NumberText.MISSING);
    }
}
