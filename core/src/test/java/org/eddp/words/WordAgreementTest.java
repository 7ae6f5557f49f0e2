package org.eddp.words;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.eddp.labels.Concept;
import org.eddp.labels.Dissection;
import org.eddp.labels.Labels;
import org.eddp.labels.Labels.DetectorLabel;
import org.eddp.words.WordNames.Candidate;
import org.eddp.words.WordNames.ConceptWords;
import org.eddp.words.WordNames.WordAgreement;
import org.junit.jupiter.api.Test;

class WordAgreementTest {
    private static final Concept LAWN = new Concept("object", 1, "lawn");
    private static final Concept GREEN = new Concept("color", 2, "green");
    private static final Concept STRIPED = new Concept("texture", 3, "striped");

    /** A lawn, which is green; that it is striped, too, is mostly wrong. */
    private static DetectorLabel lawn(int detector, boolean interpretable) {
        return new DetectorLabel(
                detector,
                LAWN,
                0.4,
                0.4,
                interpretable,
                Map.of(
                        "object", new DetectorLabel.Match(LAWN, 0.4, 0.4),
                        "color", new DetectorLabel.Match(GREEN, 0.3, 0.2),
                        "texture", new DetectorLabel.Match(STRIPED, 0.1, 0.1)));
    }

    private static ConceptWords words(int number, boolean significant, String second, String... candidates) {
        List<Candidate> list = Arrays.stream(candidates)
                .map(word -> new Candidate(word, 1, 0.1, 0.01))
                .toList();
        return new ConceptWords(number, 20, list, significant, second, null, null, null, null);
    }

    @Test
    void countsDetectorsThatMasksAndWordsCanBothName() {
        Labels labels = new Labels(
                "test",
                "world",
                Dissection.CountedImages.ANNOTATED_IMAGES,
                0.04,
                10,
                10,
                List.of(lawn(0, true), lawn(1, true), lawn(2, true), lawn(3, true), lawn(4, false)));
        WordNames names = new WordNames(
                "test",
                "name",
                "digest",
                "vision.onnx",
                3,
                WordSearch.Options.DEFAULT,
                List.of(
                        words(0, true, "striped", "Lawn", "green"),
                        words(1, true, "green", "green", "lawn"),
                        words(2, true, "lawn", "striped", "green"),
                        words(3, false, null, "lawn", "green"),
                        words(4, true, "lawn", "lawn")));
        assertThat(WordAgreement.of(labels, names, List.of("lawn ", "green", "striped")))
                .isEqualTo(new WordAgreement(4, 1, 2, 3, 2));
        assertThat(WordAgreement.of(labels, names, List.of("green")).detectors())
                .isZero();
    }
}
