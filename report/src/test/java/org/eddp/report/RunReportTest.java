package org.eddp.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.awt.Color;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.imageio.ImageIO;
import org.eddp.explain.ExplainedImage;
import org.eddp.explain.Explanation;
import org.eddp.explain.Explanation.Conditioning;
import org.eddp.explain.UndecidedPoint;
import org.eddp.images.decode.Picture;
import org.eddp.images.input.Preprocessing;
import org.eddp.images.input.Snapshot;
import org.eddp.intervene.ConceptStatistics.Signals;
import org.eddp.intervene.CorrectionResults;
import org.eddp.intervene.EditedImage;
import org.eddp.labels.ConceptNames;
import org.eddp.labels.Labels;
import org.eddp.metrics.Metrics;
import org.eddp.metrics.Metrics.Clustering;
import org.eddp.names.ConceptName;
import org.eddp.names.Named;
import org.eddp.network.OutputKind;
import org.eddp.report.draw.Drawing;
import org.eddp.report.draw.Figures;
import org.eddp.report.page.Markup;
import org.junit.jupiter.api.Test;

class RunReportTest {
    private static final String EVIL = "a<script>\"&b";

    private static String picture() {
        byte[] rgb = new byte[3 * 60 * 40];
        for (int i = 0; i < rgb.length; i++) {
            rgb[i] = (byte) (i % 251);
        }
        return Snapshot.of(new Picture(60, 40, rgb), new Preprocessing.CropBox(10, 0, 40, 40))
                .address();
    }

    private static ExplainedImage explained() {
        double[][] map = {{3, -1}, {0, 0}};
        List<Explanation.Contribution> concepts = List.of(
                new Explanation.Contribution(0, 0.1, 1, 0.5, 0.2, 0.5, 1, map),
                new Explanation.Contribution(1, -0.1, -2, 1, 0.1, -3, 0, new double[][] {{-6, -6}, {0, 0}}));
        Explanation explanation = new Explanation(
                1,
                null,
                1,
                0.7,
                2,
                0.2,
                1.5,
                -1,
                3,
                -1,
                1.5,
                0.3,
                5.2,
                false,
                1e-9,
                1e-9,
                UndecidedPoint.PAPER,
                new Conditioning(2, 8, 12.0),
                List.of(),
                null,
                List.of(),
                concepts);
        return new ExplainedImage(
                "./eddp explain " + EVIL,
                "d",
                EVIL + ".png",
                picture(),
                new Named(1, EVIL),
                null,
                new Named(1, EVIL),
                List.of(ConceptName.unlabelled(0), ConceptName.of(1, "sky", 0.3, true)),
                explanation,
                List.of(new ExplainedImage.Detection(1, map)),
                List.of(),
                null,
                OutputKind.CLASSES,
                null,
                null);
    }

    /** Whose concepts explain it, of a class that was not predicted. */
    private static ExplainedImage clear() {
        ExplainedImage doubtful = explained();
        Explanation clear = new Explanation(
                1,
                null,
                0,
                0.7,
                2,
                0.2,
                1.5,
                -1,
                3,
                4,
                1.5,
                -0.3,
                0.8,
                false,
                0,
                0,
                UndecidedPoint.PAPER,
                new Conditioning(2, 8, 12.0),
                List.of(),
                null,
                List.of(),
                doubtful.explanation().concepts());
        return new ExplainedImage(
                doubtful.command(),
                "d",
                "x.png",
                picture(),
                new Named(1, "ash"),
                null,
                new Named(0, "oak"),
                List.of(ConceptName.unlabelled(0), ConceptName.of(1, "road", 0.012, false)),
                clear,
                doubtful.detections(),
                List.of(),
                null,
                OutputKind.CLASSES,
                null,
                null);
    }

    private static EditedImage edited() {
        EditedImage.Outlook before = new EditedImage.Outlook(
                new Named(1, "ash"), 0.9, 3, List.of(new EditedImage.Share(new Named(1, "ash"), 0.9)), null);
        EditedImage.Outlook after = new EditedImage.Outlook(
                new Named(2, EVIL), 0.6, 1, List.of(new EditedImage.Share(new Named(1, "ash"), 0.3)), null);
        return new EditedImage(
                "./eddp edit",
                "d",
                "x.png",
                picture(),
                2,
                2,
                before,
                List.of(new EditedImage.Step(
                        "remove",
                        ConceptName.of(1, "sky", 0.3, true),
                        "mean without",
                        -1,
                        "everywhere",
                        new int[] {0, 3},
                        2,
                        after)),
                0.2,
                new EditedImage.Search(12, "./eddp edit --remove 1"),
                Signals.MEANS);
    }

    private static CorrectionResults corrected() {
        return new CorrectionResults(
                "./eddp correct",
                "d",
                "fixed.onnx",
                List.of(ConceptName.of(1, "sky", 0.3, true)),
                Signals.MEANS,
                null,
                List.of(),
                "test",
                1e-6,
                List.of(new Named(0, "ash"), new Named(1, EVIL)),
                List.of(
                        new CorrectionResults.Evaluation("original", 0.5, 4, new long[][] {{1, 1, 0}, {0, 1, 1}}),
                        new CorrectionResults.Evaluation("corrected", 1, 4, new long[][] {{2, 0, 0}, {0, 2, 0}})),
                null);
    }

    private static List<Crop> crops(String... pictures) {
        return Stream.of(pictures)
                .map(p -> new Crop("data:image/jpeg;base64," + p + "==", "data:image/jpeg;base64,whole" + p))
                .toList();
    }

    private static String page() {
        return page(null, null, null);
    }

    private static String page(Clustering clustering, Labels labels, Metrics metrics) {
        return RunReport.html(content(clustering, labels, metrics));
    }

    private static RunReport.Content content(Clustering clustering, Labels labels, Metrics metrics) {
        return new RunReport.Content(
                EVIL,
                2,
                10,
                clustering,
                List.of(
                        new RunReport.Card(
                                0,
                                crops("CC"),
                                new MovedClasses(
                                        null, List.of(new MovedClasses.Moved(0, "ash", 1.25, true)), List.of()),
                                false),
                        new RunReport.Card(
                                1,
                                crops("AA", "BB"),
                                MovedClasses.notMeasured(),
                                clustering != null && clustering.sizes()[1] > 8)),
                " A note.",
                null,
                null,
                null,
                List.of(),
                labels,
                null,
                new ConceptNames(2, labels).all(),
                metrics,
                Map.of("metrics.json", "./eddp evaluate --dataset " + EVIL),
                null,
                List.of(explained(), explained()),
                List.of(edited()),
                List.of(corrected()),
                null,
                List.of("something"),
                "./eddp report");
    }

    @Test
    void isWellFormedWhateverThingsAreCalled() {
        String page = page();
        Markup.parse(page.replace("<!DOCTYPE html>", ""));
        assertThat(page)
                .doesNotContain("<script")
                .contains("Why this image", "What if", "Repair", "Left out: ", "What each concept looks like");
        assertThat(Markup.ids(page)).doesNotHaveDuplicates();
        assertThat(page).isEqualTo(page());
    }

    @Test
    void showsHowInterpretableDetectorsAre() {
        TinyEvaluation run =
                new TinyEvaluation().with("object", 1, EVIL, 0.5, 0.75, 0.5).with("part", 2, "roof", 0.01, 0.1, 0.1);
        String page =
                page(new Clustering(0.9, 1.1, new long[] {5, 6}, new long[] {1, 7, 2}), run.labels(), run.metrics());
        Markup.parse(page.replace("<!DOCTYPE html>", ""));
        assertThat(page)
                .contains("object: 1 / 1. part: 0. no name: 1.")
                .contains("Concepts per patch", "from 0.00 to 2.00, mean 1.10.")
                .contains("id=\"spread-iou-desc\">from 0.01 to 0.50, mean 0.26.")
                .contains("closest label: roof, IoU 0.01")
                .doesNotContain("roof (part)")
                .contains("./eddp evaluate --dataset a&lt;script&gt;")
                .doesNotContain("<script", "Monosemanticity");
        assertThat(Markup.ids(page)).doesNotHaveDuplicates();
    }

    @Test
    void opensWithPicturesOfTheMostConvincingConcept() {
        Clustering clustering = new Clustering(0.9, 1.1, new long[] {5, 6}, new long[] {1, 7, 2});
        String page = page(clustering, null, null);
        assertThat(page.substring(0, page.indexOf("data:image")))
                .as("nothing but a sentence and the list of sections comes before pictures")
                .hasSizeLessThan(page.indexOf("<header>") + 2500);
        assertThat(page)
                .containsSubsequence(
                        "base64,CC==",
                        "Concept 0",
                        "raises <span class=\"chip up\">ash (+1.3)</span>",
                        "on 50.0\u00a0% of the patches",
                        "base64,AA==",
                        "Concept 1",
                        "id=\"concepts\"");
    }

    @Test
    void catchAllsAndBackgroundsAreFolded() {
        Clustering catchAll = new Clustering(0.9, 1.1, new long[] {5, 9}, new long[] {1, 7, 2});
        assertThat(page(catchAll, null, null))
                .containsSubsequence("base64,CC==", "<details><summary>Show 1 more that cover", "base64,AA==");
        Clustering even = new Clustering(0.9, 1.1, new long[] {5, 5}, new long[] {1, 7, 2});
        assertThat(page(even, null, null)).doesNotContain("more that cover");
    }

    /** A figure of its own, for slides and papers: the first concepts in the order of the page. */
    @Test
    void theFirstConceptsAreAFigure() {
        Clustering clustering = new Clustering(0.9, 1.1, new long[] {2, 6}, new long[] {1, 7, 2});
        String svg = RunReport.figure(content(clustering, null, null));
        Markup.parse(svg);
        assertThat(svg)
                .containsSubsequence("base64,CC==", "base64,AA==", ">concept 0<", "base64,BB==", ">concept 1<")
                .contains("on 60.0\u00a0% of the patches");
    }

    @Test
    void sharesAreDrawnFromTheLargestToTheSmallest() {
        Clustering clustering = new Clustering(0.9, 1.1, new long[] {2, 6}, new long[] {1, 7, 2});
        String svg = Markup.svgs(page(clustering, null, null)).stream()
                .filter(s -> s.contains("id=\"shares-title\""))
                .findFirst()
                .orElseThrow();
        Markup.parse(svg);
        assertThat(svg)
                .contains("concept 1 60.00\u00a0%, concept 0 20.00\u00a0%.", "an even share, 1/2")
                .containsSubsequence(
                        "<title>concept 1, 60.00\u00a0%</title>", "<title>concept 0, 20.00\u00a0%</title>");
    }

    /** Inside and outside are as they were; the outline is bright with a dark rim, so that it is seen on any ground. */
    @Test
    void detectionsAreOutlinedAndNothingElseChanges() {
        byte[] rgb = new byte[3 * 64 * 64];
        for (int i = 0; i < rgb.length; i++) {
            rgb[i] = (byte) (i % 3 == 0 ? 200 : 100);
        }
        Snapshot picture = Snapshot.of(new Picture(64, 64, rgb), new Preprocessing.CropBox(0, 0, 64, 64));
        for (String drawn : List.of(
                PictureOverlays.detection(picture, new double[][] {{1, -1}, {1, -1}}),
                PictureOverlays.cells(picture, 2, 2, new int[] {0, 2}))) {
            BufferedImage image = Snapshot.parse(drawn).image();
            int side = image.getWidth();
            assertThat(new Color(image.getRGB(side / 8, side / 2)).getRed()).isBetween(190, 210);
            assertThat(new Color(image.getRGB(7 * side / 8, side / 2)).getRed()).isBetween(190, 210);
            boolean outlined = false;
            boolean rimmed = false;
            for (int x = side / 4; x < 3 * side / 4; x++) {
                Color c = new Color(image.getRGB(x, side / 2));
                outlined |= c.getGreen() > 125 && c.getBlue() < 80;
                rimmed |= c.getRed() < 150 && c.getGreen() < 90;
            }
            assertThat(outlined).isTrue();
            assertThat(rimmed).isTrue();
        }
    }

    @Test
    void aVerdictInShortKeepsEverySentenceAndNoReason() {
        assertThat(HealthSection.inShort(
                        "Fit for use, with reservations: sizes, constraints. Do not rely on the paper's"
                                + " decomposition: entropy (0.00 of 3): the head stays sure; more."))
                .isEqualTo("Fit for use, with reservations. Do not rely on the paper's decomposition.");
        assertThat(HealthSection.inShort("Fit for use.")).isEqualTo("Fit for use.");
    }

    @Test
    void showsWhatThereIsOfARunThatIsOnlyLabelled() {
        TinyEvaluation run =
                new TinyEvaluation().with("object", 1, "house", 0.5, 0.75, 0.5).silent();
        String page = page(null, run.labels(), null);
        assertThat(page)
                .contains(
                        "object: 1 / 1. no name: 1.", "id=\"spread-iou-title\"", "./eddp label --run RUN --dataset DIR")
                .doesNotContain("id=\"spread-recall-title\"");
    }

    @Test
    void namesWhatHasNotBeenComputed() {
        assertThat(page())
                .contains("./eddp influence --run RUN", "./eddp dream")
                .doesNotContain("./eddp explain --run");
    }

    @Test
    void drawingsBecomePictures() throws IOException {
        for (String svg : List.of(
                new ExplanationBars(explained()).svg("a"),
                ExplanationSection.maps("b", explained()),
                EditSection.figure("c", edited()))) {
            Markup.parse(svg);
            BufferedImage image = ImageIO.read(new ByteArrayInputStream(Drawing.png(svg)));
            assertThat(image.getWidth()).isGreaterThan(500);
            assertThat(inks(image)).as("it is not blank").isGreaterThan(500);
        }
    }

    /** A phone shows 390 pixels, of which margins and the card leave 338; what is wider would have to be scrolled. */
    @Test
    void explanationsAndEditsFitOnAPhone() {
        for (String page : List.of(ResultPages.page(clear()), ResultPages.page(edited()))) {
            Markup.parse(page.replace("<!DOCTYPE html>", ""));
            Matcher widths = Pattern.compile("<svg [^>]*min-width:(\\d+)px").matcher(page);
            int drawings = 0;
            while (widths.find()) {
                drawings++;
                assertThat(Integer.parseInt(widths.group(1))).isLessThanOrEqualTo(338);
            }
            assertThat(drawings).isPositive().isEqualTo(Markup.svgs(page).size());
            assertThat(page).contains("<img alt=");
        }
    }

    @Test
    void explanationsSayHowFarTheyCanBeReliedOn() {
        ExplainedImage doubtful = explained();
        assertThat(ResultPages.page(doubtful))
                .contains(
                        "concepts do not explain this prediction",
                        "account for \u22122.20 of the 3.00",
                        "residual is 5.20 (173",
                        "comes to 1.20 times",
                        "; logit 2.00<");
        ExplainedImage image = clear();
        assertThat(ResultPages.page(image))
                .contains("logit of \u201cash\u201d 2.00")
                .contains("concepts explain this prediction", "<svg")
                .contains("closest label: road, IoU 0.012");
        // bars that say little are not drawn
        assertThat(ResultPages.page(doubtful)).doesNotContain("<svg");
        assertThat(ResultPages.page(image, concept -> crops("EX"))).contains("example 1 of concept");
    }

    @Test
    void editsSayWhatTheyDidNotFindAndWhatColoursMean() {
        EditedImage.Outlook same = new EditedImage.Outlook(
                new Named(217, "English_springer"),
                0.9,
                3,
                List.of(new EditedImage.Share(new Named(217, "English_springer"), 0.9)),
                null);
        EditedImage.Step nothing = new EditedImage.Step(
                "remove",
                ConceptName.unlabelled(50),
                "mean without",
                -6.25,
                "where concept 50 is",
                new int[0],
                0,
                same);
        EditedImage edited = new EditedImage(
                "./eddp edit", "d", "x.png", picture(), 2, 2, same, List.of(nothing), 0, null, Signals.MEANS);
        String page = ResultPages.page(edited);
        assertThat(page)
                .contains("Nothing was there to remove: no patch is where concept 50 is.", "blue is the likeliest")
                .contains(">217 English springer<")
                .doesNotContain("6.25", "English_sprin\u2026");
        assertThat(EditSection.figure("c", edited)).contains(">217 English springer<");
    }

    private static int inks(BufferedImage image) {
        int inks = 0;
        for (int y = 0; y < image.getHeight(); y++) {
            for (int x = 0; x < image.getWidth(); x++) {
                inks += (image.getRGB(x, y) & 0xFFFFFF) != 0xFFFFFF ? 1 : 0;
            }
        }
        return inks;
    }

    @Test
    void barsReachAsFarAsTheirValues() {
        String svg = Figures.divergingBars(
                "bars", "t", "u", "", 1, List.of(new Figures.Bar("x", 0.5, true), new Figures.Bar("y", -1, false)));
        assertThat(svg).contains("width=\"50\"", "width=\"100\"");
    }

    /** What follows the name, such as that a concept is absent, must be read too. */
    @Test
    void longLabelsOfBarsAreBrokenAndNotCut() {
        String svg = Figures.divergingBars(
                "bars",
                "t",
                "u",
                "",
                1,
                List.of(
                        new Figures.Bar("58 maybe american bulldog, absent here", 0.5, true),
                        new Figures.Bar("y", -1, false)));
        assertThat(svg)
                .contains(">58 maybe american<", ">bulldog, absent here<")
                .doesNotContain("\u2026");
    }

    @Test
    void picturesKeepTheirContent() {
        BufferedImage image = Snapshot.parse(picture()).image();
        assertThat(image.getWidth()).isEqualTo(Snapshot.SIDE);
        assertThat(image.getHeight()).isEqualTo(Snapshot.SIDE);
        assertThatThrownBy(() -> Snapshot.parse("http://elsewhere/x.jpg")).hasMessageContaining("data:image/jpeg");
    }
}
