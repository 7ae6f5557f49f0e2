package org.eddp.study;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.eddp.files.FileFailure;
import org.eddp.images.input.InputPreset;
import org.eddp.images.input.Preprocessing;
import org.eddp.images.source.ImageList;
import org.eddp.monitor.Monitor;
import org.eddp.network.OutputKind;
import org.eddp.tensor.Workers;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PreprocessingTrialTest {
    private static final int CLASSES = 50;

    /** Logits of a picture: noise, and one class that stands out by {@code peak}; all times {@code scale}. */
    private static double[] logits(SplittableRandom random, double peak, double scale) {
        double[] logits = random.doubles(CLASSES, -1, 1).toArray();
        logits[random.nextInt(CLASSES)] += peak;
        for (int k = 0; k < CLASSES; k++) {
            logits[k] *= scale;
        }
        return logits;
    }

    private static PreprocessingTrial trial(double[] peaks, double[] scales, int pictures) {
        SplittableRandom random = new SplittableRandom(3);
        List<double[][]> seen = new ArrayList<>();
        for (int n = 0; n < pictures; n++) {
            double[][] ways = new double[peaks.length][];
            for (int w = 0; w < ways.length; w++) {
                ways[w] = logits(random, peaks[w], scales[w]);
            }
            seen.add(ways);
        }
        return PreprocessingTrial.judge(OutputKind.CLASSES, List.of("first", "second", "third", "fourth"), seen);
    }

    @Test
    void whatTheNetworkKnowsIsFound() {
        PreprocessingTrial trial = trial(new double[] {3, 6, 2, 1}, new double[] {1, 1, 1, 1}, 32);
        assertThat(trial.best()).isEqualTo("second");
        assertThat(trial.clear()).isTrue();
        assertThat(trial.text())
                .contains("32 pictures", "'second'", "before 'first'")
                .doesNotContain("chance");
        assertThat(trial.tried())
                .extracting(PreprocessingTrial.Tried::name)
                .containsExactly("second", "first", "third", "fourth");
    }

    /** Most labels are off whatever the network sees, which says nothing; one that is off may be all there is. */
    @Test
    void ofSeveralLabelsTheStrongestCounts() {
        List<String> names = List.of("first", "second");
        List<double[][]> several = new ArrayList<>();
        List<double[][]> single = new ArrayList<>();
        for (int n = 0; n < 8; n++) {
            several.add(new double[][] {{-5, -5, -5.1 + 0.1 * n}, {-5, 4.5, -5 + 0.1 * n}});
            single.add(new double[][] {{0.5 - 0.1 * n}, {-6 + 0.1 * n}});
        }
        PreprocessingTrial trial = PreprocessingTrial.judge(OutputKind.LABELS, names, several);
        assertThat(trial.best()).isEqualTo("second");
        assertThat(trial.text()).contains("mean probability of the strongest label");
        assertThat(PreprocessingTrial.judge(OutputKind.LABELS, names, single).best())
                .isEqualTo("second");
    }

    /** Pixels of 0 .. 255 where 0 .. 1 was meant make everything a hundred times as large, and every network sure. */
    @Test
    void largeInputsAreNotTakenForSureness() {
        PreprocessingTrial trial = trial(new double[] {6, 3, 2, 1}, new double[] {1, 1, 1, 100}, 32);
        assertThat(trial.best()).isEqualTo("first");
    }

    @Test
    void chanceIsCalledChance() {
        PreprocessingTrial trial = trial(new double[] {3, 3, 3, 3}, new double[] {1, 1, 1, 1}, 8);
        assertThat(trial.clear()).isFalse();
        assertThat(trial.text()).contains("chance");
    }

    /** One picture that cannot be read is left out; if their folder is gone, nothing is said about the others. */
    @Test
    void picturesThatAreGoneAreNotChosenBy(@TempDir Path folder) throws IOException {
        Path pictures = Files.createDirectory(folder.resolve("pictures"));
        Files.writeString(pictures.resolve("a.png"), "no picture");
        ImageList images = ImageList.ofFolder(pictures);
        List<String> names = List.of("plain");
        List<Preprocessing> ways = List.of(InputPreset.PLAIN.preprocessing());
        try (Workers workers = new Workers(1)) {
            assertThat(PreprocessingTrial.of(null, images, names, ways, workers, Monitor.NONE))
                    .isNull();
            Files.move(pictures, folder.resolve("elsewhere"));
            assertThatThrownBy(() -> PreprocessingTrial.of(null, images, names, ways, workers, Monitor.NONE))
                    .isInstanceOf(FileFailure.class)
                    .hasMessageContaining("cannot be read any more");
        }
    }
}
