package org.eddp.labels;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.eddp.features.DenseFeatures;
import org.eddp.features.Grid;
import org.eddp.images.input.Preprocessing;
import org.eddp.monitor.Monitor;
import org.eddp.tensor.DType;
import org.eddp.tensor.Scope;
import org.eddp.tensor.Tensor;
import org.eddp.tensor.Workers;
import org.junit.jupiter.api.Test;

class PatchLabelsTest {
    private static final Concept SKY = new Concept("object", 1, "1");
    private static final Concept TREE = new Concept("object", 2, "2");
    private static final Concept EYE = new Concept("part", 3, "3");
    private static final Concept STREET = new Concept("scene", 4, "4");

    /** A 2 x 4 label map over a 1 x 2 grid: each patch has 2 x 2 pixels. */
    private static final LabelledImages.Pixels FIRST = new LabelledImages.Pixels(
            2,
            4,
            List.of(
                    LabelledImages.Pixels.Layer.map("object", 1, 1, 2, 2, 2, 1, 2, 0),
                    LabelledImages.Pixels.Layer.map("part", 0, 0, 0, 3, 0, 0, 0, 0)));

    private static final LabelledImages.Pixels SECOND =
            new LabelledImages.Pixels(1, 1, List.of(LabelledImages.Pixels.Layer.whole("scene", 4)));

    private PatchLabels labels(PatchLabels.Rule rule, List<Preprocessing.CropBox> boxes, Set<Concept> wanted) {
        try (Scope scope = Scope.open();
                Workers workers = new Workers(2)) {
            LabelledImages images = new LabelledImages.InMemory(
                    new DenseFeatures(Tensor.zeros(DType.FLOAT32, 4, 1), new Grid(1, 2)),
                    List.of(FIRST, SECOND),
                    boxes,
                    String::valueOf);
            return PatchLabels.of(images, wanted, rule, workers, Monitor.NONE);
        }
    }

    @Test
    void majorityOfLabelledPixelsDecides() {
        PatchLabels labels = labels(PatchLabels.Rule.MAJORITY, null, null);
        assertThat(patches(labels, SKY)).containsExactly(0); // 3 of 4
        assertThat(patches(labels, TREE)).containsExactly(1); // 3 of 3
        assertThat(patches(labels, EYE)).containsExactly(1); // 1 of 1
        assertThat(labels.known("object").stream()).containsExactly(0, 1);
        assertThat(labels.known("part").stream()).containsExactly(0, 1);
        assertThat(labels.known("colour").stream()).isEmpty();
        assertThat(labels.concepts()).containsExactly(SKY, TREE, EYE, STREET);
    }

    @Test
    void allPixelsMayVote() {
        PatchLabels labels = labels(new PatchLabels.Rule(0.5, false), null, null);
        assertThat(patches(labels, EYE)).isEmpty(); // 1 of 4
        assertThat(patches(labels(new PatchLabels.Rule(0.25, false), null, null), EYE))
                .containsExactly(1);
    }

    @Test
    void aCellWithoutPixelsIsUnknown() {
        PatchLabels labels = labels(PatchLabels.Rule.MAJORITY, null, null);
        // the only pixel of the second image has its centre in the second cell
        assertThat(labels.known("scene").stream()).containsExactly(3);
        assertThat(patches(labels, STREET)).containsExactly(3);
    }

    @Test
    void gridLiesOverWhatWasSeen() {
        // the network saw the two left columns: the cells have one column each, 1 2 and 1 1
        Preprocessing.CropBox left = new Preprocessing.CropBox(0, 0, 2, 2);
        PatchLabels labels = labels(
                new PatchLabels.Rule(0.75, true), List.of(left, new Preprocessing.CropBox(0, 0, 1, 1)), Set.of(SKY));
        assertThat(patches(labels, SKY)).containsExactly(1);
        assertThat(labels.concepts()).containsExactly(SKY);
    }

    @Test
    void shareIsChecked() {
        assertThatThrownBy(() -> new PatchLabels.Rule(0, true)).hasMessageContaining("share = 0.0");
    }

    private static IntStream patches(PatchLabels labels, Concept concept) {
        return labels.positive(concept).stream();
    }
}
