package org.eddp.study.check;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.eddp.Eddp;
import org.eddp.features.FeatureSet;
import org.eddp.images.decode.Picture;
import org.eddp.images.input.InputPreset;
import org.eddp.monitor.Monitor;
import org.eddp.network.LayerAddress;
import org.eddp.network.onnx.file.Model;
import org.eddp.run.Run;
import org.eddp.study.Extraction;
import org.eddp.study.InputChoice;
import org.eddp.study.check.CheckResults.Finding;
import org.eddp.study.check.CheckResults.Status;
import org.eddp.testkit.TinyNetworks;
import org.eddp.testkit.TinyRun;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which mask belongs to which picture, and which networks have explanations with a place. */
class MaskRuleTest {
    private static final int WHITE = 255;

    @TempDir
    private static Path folder;

    private static Run run;

    @TempDir
    private Path work;

    @BeforeAll
    static void make() throws IOException {
        run = Run.open(TinyRun.make(folder, "run", false));
    }

    @AfterAll
    static void close() {
        run.close();
    }

    @BeforeEach
    void folders() throws IOException {
        Files.createDirectories(work.resolve("images"));
        Files.createDirectories(work.resolve("masks"));
    }

    private void picture(String name) throws IOException {
        TinyRun.picture(work.resolve("images/" + name), 1);
    }

    private void mask(String name, int value) throws IOException {
        mask(name, value, TinyRun.SIZE, TinyRun.SIZE);
    }

    private void mask(String name, int value, int width, int height) throws IOException {
        Picture mask = Picture.black(width, height);
        Arrays.fill(mask.rgb(), (byte) value);
        Files.write(work.resolve("masks/" + name), mask.png());
    }

    private Finding check() {
        return check(run);
    }

    private Finding check(Run checked) {
        Policy policy = Policy.EMPTY.withMasks(List.of(new Policy.Masks(Path.of("images"), Path.of("masks"), 0.99)));
        return PolicyCheck.run(checked, policy, work, Monitor.NONE).findings().get(0);
    }

    private void assertUnchecked(Finding finding, String why) {
        assertThat(finding.status()).as(finding.detail()).isEqualTo(Status.UNCHECKED);
        assertThat(finding.detail()).contains(why);
    }

    /** Content decides how a file is read, so that a PNG may be called .jpg. */
    @Test
    void theMaskOfTheSameNameComesBeforeThoseWithOtherExtensions() throws IOException {
        picture("a.png");
        mask("a.png", WHITE);
        mask("a.jpg", 0);
        assertThat(check().status()).isEqualTo(Status.HELD);
        Files.move(work.resolve("masks/a.png"), work.resolve("masks/a.bmp"));
        assertUnchecked(check(), "a.png has several masks (a.bmp, a.jpg)");
        Files.delete(work.resolve("masks/a.jpg"));
        assertThat(check().status()).isEqualTo(Status.HELD);
    }

    @Test
    void namesThatDifferInTheirEndOrInPunctuationAreDifferent() throws IOException {
        String longName = "x".repeat(100);
        for (String name : List.of(longName + "1", longName + "2", "a b", "a-b")) {
            picture(name + ".png");
        }
        mask(longName + "1.png", WHITE);
        mask(longName + "2.png", 0);
        mask("a b.png", 0);
        mask("a-b.png", WHITE);
        Finding finding = check();
        assertThat(finding.status()).as(finding.detail()).isEqualTo(Status.VIOLATED);
        assertThat(finding.detail()).startsWith("2 of 4 pictures below: a b.png 0, " + longName + "2.png 0");
    }

    @Test
    void masksMayBeSmallerButNotOfAnotherShape() throws IOException {
        picture("a.png");
        mask("a.png", 0, 3, 3);
        assertThat(check().detail()).startsWith("1 of 1 picture below");
        mask("a.png", WHITE, 3, 3);
        assertThat(check().status()).isEqualTo(Status.HELD);
        mask("a.png", WHITE, TinyRun.SIZE, TinyRun.SIZE / 2);
        assertUnchecked(check(), "the mask of a.png is 32 x 16, and the picture 32 x 32");
    }

    @Test
    void ofLabelsTheStrongestIsExplainedIfItIsPredicted() throws IOException {
        picture("a.png");
        mask("a.png", WHITE);
        try (Run labels = labels("some", 9)) {
            Finding finding = check(labels);
            assertThat(finding.status()).as(finding.detail()).isEqualTo(Status.HELD);
            CheckResults reliance = PolicyCheck.run(
                    labels, Policy.EMPTY.withReliance(List.of(new Policy.Reliance("0", "0", 1e6))), work, Monitor.NONE);
            assertThat(reliance.findings().get(0).rule()).startsWith("label 0 rests on concept 0");
        }
        try (Run labels = labels("none", -99)) {
            assertUnchecked(check(labels), "the network predicts no label for a.png");
            Finding reliance = PolicyCheck.run(
                            labels,
                            Policy.EMPTY.withReliance(List.of(new Policy.Reliance("0", "0", 1))),
                            work,
                            Monitor.NONE)
                    .findings()
                    .get(0);
            assertUnchecked(reliance, "no picture of the run is taken for label 0");
        }
    }

    private static Run labels(String name, float bias) throws IOException {
        Model model = TinyNetworks.labels(false, TinyRun.SIZE, 2, bias, bias, bias);
        return Run.open(TinyRun.make(folder.resolve(name), "labels", model));
    }

    @Test
    void layersWithoutPatchesOrWhosePatchesAreNotReadAreRefused() throws IOException {
        picture("a.png");
        mask("a.png", WHITE);
        try (Run pooled = behind("pooled", TinyNetworks.network(false, TinyRun.SIZE, 2), "pooled")) {
            assertUnchecked(check(pooled), "layer pooled has no patches (its map is 1 x 1)");
        }
        try (Run mixed = behind("mixed", TinyNetworks.transformer(TinyRun.SIZE), "mixed")) {
            assertUnchecked(check(mixed), "nothing done to patches there changes a prediction");
        }
    }

    private static Run behind(String name, Model model, String layer) throws IOException {
        Path place = folder.resolve(name);
        TinyRun.files(place, "net", model);
        FeatureSet features = new Eddp()
                .extract(
                        place.resolve("net.onnx"),
                        place.resolve("pictures"),
                        place.resolve("features"),
                        Extraction.Options.of(LayerAddress.of(layer))
                                .withPreprocessing(InputChoice.of(InputPreset.PLAIN)));
        TinyRun.learn(features, 2, List.of(2, 2, 2), place.resolve("run"));
        return Run.open(place.resolve("run"));
    }
}
