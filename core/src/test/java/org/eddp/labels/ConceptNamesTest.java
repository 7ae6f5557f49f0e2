package org.eddp.labels;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.eddp.failure.InvalidInput;
import org.eddp.names.ConceptName;
import org.junit.jupiter.api.Test;

class ConceptNamesTest {
    private static final Labels LABELS = new Labels(
            "0",
            "tiny",
            Dissection.CountedImages.ALL_IMAGES,
            0.04,
            1,
            1,
            List.of(
                    label(0, "car", 0.02),
                    label(1, "car", 0.31),
                    label(2, "road", 0.012),
                    label(3, "road", 0.03),
                    label(4, "sky", 0.2),
                    label(5, "sky", 0.4),
                    new Labels.DetectorLabel(6, null, 0, 0, false, Map.of())));

    private static final ConceptNames NAMES = new ConceptNames(7, LABELS);

    private static Labels.DetectorLabel label(int detector, String name, double iou) {
        return new Labels.DetectorLabel(
                detector, new Concept("object", name.length(), name), 0.5, iou, iou > 0.04, Map.of());
    }

    @Test
    void onlyInterpretableDetectorsHaveNames() {
        assertThat(NAMES.all())
                .extracting(ConceptName::title)
                .containsExactly("concept 0", "1 car", "concept 2", "concept 3", "4 sky", "5 sky", "concept 6");
        assertThat(NAMES.of(2).closest()).contains("closest label: road, IoU 0.012");
        assertThat(NAMES.interpretable(1)).isTrue();
        assertThat(NAMES.interpretable(2)).isFalse();
        assertThat(NAMES.interpretable(6)).isFalse();
    }

    @Test
    void withoutLabelsThereAreNoNamesAndNothingIsHeldAgainstAConcept() {
        ConceptNames none = new ConceptNames(2, null);
        assertThat(none.all()).extracting(ConceptName::title).containsExactly("concept 0", "concept 1");
        assertThat(none.interpretable(1)).isTrue();
        assertThatThrownBy(() -> none.parse("concept", "car"))
                .hasMessage("concept car: the concepts of this run have no names; give a number within 0 .. 1");
    }

    @Test
    void aNameMeansTheInterpretableDetectorThatHasIt() {
        assertThat(NAMES.parse("concept", "Car")).isEqualTo(1);
        assertThat(NAMES.parse("concept", "0")).isZero();
    }

    @Test
    void aNameThatNoInterpretableDetectorHasIsNotChosenButExplained() {
        assertThatThrownBy(() -> NAMES.parse("concept", "road"))
                .isInstanceOf(InvalidInput.class)
                .hasMessage(
                        "concept road is the name of no concept: it is only the closest label of 3 (IoU 0.03), 2 (IoU"
                                + " 0.012), whose detectors are not interpretable; to choose one of them all the same,"
                                + " give its number");
    }

    @Test
    void severalWithANameAreListedBestFirst() {
        assertThatThrownBy(() -> NAMES.parse("concept", "sky"))
                .hasMessage("concept sky is the name of concepts 5 (IoU 0.4), 4 (IoU 0.2); give one of these numbers");
    }

    @Test
    void inAListANameStandsForAllThatHaveItAndEachCountsOnce() {
        List<String> remarks = new ArrayList<>();
        assertThat(NAMES.parse("concept", List.of("0", "sky", "4"), remarks::add))
                .containsExactly(0, 5, 4);
        assertThat(remarks)
                .containsExactly(
                        "concept sky is the name of concepts 5 (IoU 0.4), 4 (IoU 0.2); all are taken",
                        "concept 4: concept 4 is listed already and counts once");
        assertThatThrownBy(() -> NAMES.parse("concept", List.of("car", "road"), remarks::add))
                .hasMessageContaining("road is the name of no concept");
    }

    @Test
    void misspeltNamesAreComparedWithNamesOnly() {
        assertThatThrownBy(() -> NAMES.parse("concept", "skies"))
                .hasMessageContaining("does not exist; nearest are sky, car")
                .message()
                .doesNotContain("road");
    }
}
