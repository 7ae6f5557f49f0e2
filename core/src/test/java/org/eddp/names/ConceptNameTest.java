package org.eddp.names;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import org.eddp.failure.InvalidInput;
import org.eddp.files.json.Json;
import org.eddp.names.ConceptName.ClosestWord;
import org.eddp.names.ConceptName.NameOrigin;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ConceptNameTest {
    @Test
    void aNameIsOneOnlyIfTheDetectorIsInterpretable() {
        ConceptName grass = ConceptName.of(12, "grass", 0.31, true);
        assertThat(grass.name()).isEqualTo("grass");
        assertThat(grass).hasToString("12 grass");
        assertThat(grass.title()).isEqualTo("12 grass");
        assertThat(grass.closest()).isEmpty();
        assertThat(grass.inFull()).isEqualTo("12 grass");

        ConceptName road = ConceptName.of(25, "road", 0.012, false);
        assertThat(road.name()).isNull();
        assertThat(road).hasToString("concept 25");
        assertThat(road.title()).isEqualTo("concept 25");
        assertThat(road.closest()).contains("closest label: road, IoU 0.012");
        assertThat(road.inFull()).isEqualTo("concept 25 (closest label: road, IoU 0.012)");

        ConceptName silent = ConceptName.unlabelled(3);
        assertThat(silent.title()).isEqualTo("concept 3");
        assertThat(silent.closest()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"0.01, 0.01", "0.0399999, 0.039", "0.5, 0.5", "0.999, 0.99", "0.0004, below 0.001", "0, below 0.001"})
    void overlapIsNeverRoundedUpToWhatWouldHaveBeenEnough(double iou, String words) {
        assertThat(ConceptName.of(1, "road", iou, false).closest()).contains("closest label: road, IoU " + words);
    }

    @Test
    void aNameIsAlwaysTheClosestLabel() {
        assertThatThrownBy(() -> new ConceptName(4, "sky", "road", 0.3))
                .isInstanceOf(InvalidInput.class)
                .hasMessageContaining("concept 4 cannot be called sky");
    }

    @Test
    void filesHaveBothFields(@TempDir Path folder) {
        Path file = folder.resolve("x.json");
        for (boolean interpretable : new boolean[] {true, false}) {
            ConceptName written = ConceptName.of(25, "road", 0.0123, interpretable);
            Json.write(file, written);
            assertThat(Json.read(file, ConceptName.class)).isEqualTo(written);
            assertThat(Json.readTree(file).at("/name").isNull()).isEqualTo(!interpretable);
            assertThat(Json.readTree(file).at("/closestLabel").asString()).isEqualTo("road");
            assertThat(Json.readTree(file).at("/iou").asDouble()).isEqualTo(0.0123);
        }
    }

    @Test
    void aWordIsANameOnlyIfItFitsBetterThanChance() {
        ClosestWord sure = new ClosestWord("lawn", 4, 0.001, true);
        ClosestWord unsure = new ClosestWord("lane", 1, 0.31, false);
        ConceptName named = ConceptName.unlabelled(3).with(sure, null);
        assertThat(named.title()).isEqualTo("3 lawn (by words)");
        assertThat(named.by()).isEqualTo(NameOrigin.WORDS);
        assertThat(named.closest()).isEmpty();
        assertThat(named.isCalled("Lawn")).isTrue();
        ConceptName unnamed = ConceptName.of(25, "road", 0.012, false).with(unsure, null);
        assertThat(unnamed.inFull())
                .isEqualTo("concept 25 (closest label: road, IoU 0.012; closest word: lane, p 0.310)");
        assertThat(unnamed.isCalled("lane")).isFalse();
        assertThatThrownBy(() -> new ConceptName(1, "lane", null, null, NameOrigin.WORDS, unsure, null))
                .hasMessageContaining("cannot be called lane");
    }

    @Test
    void handComesBeforeMasksAndMasksBeforeWords() {
        ClosestWord word = new ClosestWord("lawn", 4, 0.001, true);
        ConceptName grass = ConceptName.of(12, "grass", 0.31, true);
        assertThat(grass.with(word, null).inFull()).isEqualTo("12 grass (by words: lawn, p 0.001)");
        assertThat(grass.with(word, null).isCalled("lawn")).isTrue();
        assertThat(grass.with(word, "wet grass").inFull())
                .isEqualTo("12 wet grass (by hand) (closest label: grass, IoU 0.31; by words: lawn, p 0.001)");
        assertThat(grass.with(null, null)).isEqualTo(grass);
    }

    @Test
    void filesKeepEveryOriginApart(@TempDir Path folder) {
        Path file = folder.resolve("x.json");
        ClosestWord word = new ClosestWord("lawn", 4, 0.001, true);
        ConceptName grass = ConceptName.of(12, "grass", 0.31, true);
        for (ConceptName name :
                new ConceptName[] {grass, grass.with(word, null), grass.with(word, "turf"), grass.with(null, "turf")}) {
            Json.write(file, name);
            assertThat(Json.read(file, ConceptName.class)).isEqualTo(name);
            assertThat(Json.readTree(file).has("given")).isEqualTo(name.given() != null);
        }
        assertThat(Json.readTree(file).at("/origin").asString()).isEqualTo("HAND");
    }
}
