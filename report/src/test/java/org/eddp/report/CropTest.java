package org.eddp.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import org.eddp.features.Grid;
import org.eddp.images.decode.Picture;
import org.eddp.images.input.Preprocessing.CropBox;
import org.eddp.images.input.Snapshot;
import org.eddp.metrics.TopImages.FiringRegion;
import org.eddp.metrics.TopImages.Span;
import org.eddp.report.page.Markup;
import org.junit.jupiter.api.Test;

class CropTest {
    private static final Grid GRID = new Grid(7, 7);
    private static final CropBox BOX = new CropBox(10, 0, 70, 70);

    @Test
    void aCropIsTheRegionWithSomeContextInsideOfWhatTheNetworkSaw() {
        FiringRegion large = new FiringRegion(new Span(1, 4), new Span(2, 3));
        assertThat(Crop.around(large, GRID, BOX)).isEqualTo(new CropBox(15, 5, 50, 50));
        assertThat(Crop.around(new FiringRegion(new Span(0, 0), new Span(0, 0)), GRID, BOX))
                .as("at least three cells, moved inside")
                .isEqualTo(new CropBox(10, 0, 30, 30));
        FiringRegion all = new FiringRegion(new Span(0, 6), new Span(0, 6));
        assertThat(Crop.around(all, GRID, BOX)).isEqualTo(BOX);
    }

    /** The outline of a crop is where that of the whole picture is: here at the right border of a patch of the leftmost column. */
    @Test
    void theOutlineIsThatOfTheRegion() {
        double[][] scores = new double[7][7];
        for (double[] row : scores) {
            Arrays.fill(row, -1);
        }
        scores[3][0] = 1;
        Crop crop = Crop.of(new Picture(80, 70, new byte[3 * 80 * 70]), BOX, scores);
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
