package org.eddp.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import org.eddp.features.Grid;
import org.eddp.images.Picture;
import org.eddp.images.Preprocessing.CropBox;
import org.eddp.images.Snapshot;
import org.eddp.metrics.TopImages.Hit;
import org.eddp.metrics.TopImages.Span;
import org.eddp.report.page.Markup;
import org.junit.jupiter.api.Test;

class CropTest {
    private static final Grid GRID = new Grid(7, 7);
    private static final CropBox BOX = new CropBox(10, 0, 70, 70);

    private static Hit hit(int image, int cell) {
        return new Hit(image, cell, 1, new Span(cell / 7, cell / 7), new Span(cell % 7, cell % 7));
    }

    @Test
    void aCropIsTheRegionWithSomeContextInsideOfWhatTheNetworkSaw() {
        Hit large = new Hit(0, 0, 1, new Span(1, 4), new Span(2, 3));
        assertThat(Crop.around(large, GRID, BOX)).isEqualTo(new CropBox(15, 5, 50, 50));
        assertThat(Crop.around(hit(0, 0), GRID, BOX))
                .as("at least three cells, moved inside")
                .isEqualTo(new CropBox(10, 0, 30, 30));
        Hit all = new Hit(0, 0, 1, new Span(0, 6), new Span(0, 6));
        assertThat(Crop.around(all, GRID, BOX)).isEqualTo(BOX);
    }

    /** The outline of a crop is where that of the whole picture is: here at the right border of the leftmost column. */
    @Test
    void theOutlineIsThatOfTheRegion() {
        double[][] scores = new double[7][7];
        for (double[] row : scores) {
            Arrays.fill(row, -1);
            row[0] = 1;
        }
        Crop crop = Crop.of(new Picture(80, 70, new byte[3 * 80 * 70]), BOX, GRID, scores, hit(0, 0));
        assertThat(firstOrange(crop.close()))
                .as("a cell is a third of the crop")
                .isBetween(0.28, 0.36);
        assertThat(firstOrange(crop.whole())).as("and a seventh of the picture").isBetween(0.11, 0.16);
    }

    private static double firstOrange(String address) {
        var image = Snapshot.parse(address).image();
        for (int x = 0; x < image.getWidth(); x++) {
            if ((image.getRGB(x, image.getHeight() / 2) >> 16 & 255) > 120) {
                return x / (double) image.getWidth();
            }
        }
        return 1;
    }

    @Test
    void anImageThatTwoConceptsShowIsLeftToThemIfThereAreOthers() {
        List<Hit> common = List.of(hit(1, 5), hit(2, 5), hit(3, 5));
        List<Hit> few = List.of(hit(1, 5), hit(1, 9));
        List<List<Hit>> shown = ConceptExamples.spread(List.of(common, common, common, few), 2);
        assertThat(shown.get(0)).containsExactly(hit(1, 5), hit(2, 5));
        assertThat(shown.get(1)).containsExactly(hit(1, 5), hit(2, 5));
        assertThat(shown.get(2)).as("3 is new; of the others the strongest").containsExactly(hit(1, 5), hit(3, 5));
        assertThat(ConceptExamples.spread(List.of(common, common, few), 1).get(2))
                .as("the same image, but another patch")
                .containsExactly(hit(1, 9));
    }

    @Test
    void fewCropsAreFilledUpWithNearCopies() {
        List<Hit> all = List.of(hit(1, 5), hit(2, 5), hit(3, 5));
        assertThat(ConceptExamples.filled(List.of(hit(2, 5)), all, 2)).containsExactly(hit(2, 5), hit(1, 5));
        assertThat(ConceptExamples.filled(all, all, 2)).isEqualTo(all);
    }

    @Test
    void aCropOpensItsWholePicture() {
        String html = CropStrip.html(List.of(new Crop("data:,close", "data:,all")), "concept 3")
                .toString();
        Markup.parse(html);
        assertThat(html)
                .containsSubsequence(
                        "<details class=\"crop\"><summary>",
                        "alt=\"example 1 of concept 3\"",
                        "data:,close",
                        "</summary>",
                        "data:,all");
    }
}
