package org.eddp;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import javax.imageio.ImageIO;
import org.eddp.explain.ExplainedImage;
import org.eddp.explain.Explanation.Contribution;
import org.eddp.features.FeatureSet;
import org.eddp.files.json.Json;
import org.eddp.images.decode.ImageReader;
import org.eddp.images.decode.Picture;
import org.eddp.intervene.Edit;
import org.eddp.intervene.Editor;
import org.eddp.run.Run;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What programs ask for beyond the program of the README. */
@Tag("slow")
class EddpTest {
    private static final int THREADS = 4;

    @TempDir
    private static Path folder;

    private static Path picture;

    @BeforeAll
    static void look() throws IOException {
        MobileNetFiles small = SmallMobileNet.write(folder);
        try (var files = Files.walk(small.pictures())) {
            picture = files.filter(Files::isRegularFile).sorted().findFirst().orElseThrow();
        }
        new Eddp().look(small.onnx(), small.pictures(), folder.resolve("run")).close();
    }

    @Test
    void aLookNeedsNoChoices() {
        try (Run run = new Eddp().open(folder.resolve("run"))) {
            FeatureSet features = run.features();
            assertThat(run.directions().concepts())
                    .isEqualTo(new Eddp().suggestConcepts(features).concepts());
            assertThat(new Eddp().health(run).concepts())
                    .isEqualTo(run.directions().concepts());
        }
    }

    @Test
    void classesHaveTheNamesThatAreGiven() throws IOException {
        Path names = folder.resolve("names.txt");
        Files.write(names, IntStream.range(0, 6).mapToObj(k -> "stripes " + k).toList());
        try (Run run = new Eddp().open(folder.resolve("run"), names)) {
            assertThat(new Eddp().explain(run, picture).label().name()).startsWith("stripes ");
        }
    }

    @Test
    void picturesNeedNoFile() throws IOException {
        Picture decoded = Picture.of(ImageIO.read(picture.toFile()));
        assertThat(decoded.rgb()).isEqualTo(new ImageReader().read(picture).rgb());
        try (Run run = new Eddp().open(folder.resolve("run"))) {
            ExplainedImage file = new Eddp().explain(run, picture);
            ExplainedImage memory =
                    new Eddp().explain(run, decoded, picture.getFileName().toString());
            assertThat(Json.toText(memory)).isEqualTo(Json.toText(file));
            Contribution strongest = file.explanation().strongest(1).get(0);
            Editor.Outcome without = new Eddp()
                    .edit(run, decoded, List.of(Edit.remove(strongest.concept(), new Edit.Target.MeanWithout())));
            int label = file.explanation().label();
            assertThat(without.before().logits()[label])
                    .isEqualTo(file.explanation().logit());
            assertThat(Math.signum(
                            without.before().logits()[label] - without.after().logits()[label]))
                    .as("taking it out takes away what it adds")
                    .isEqualTo(Math.signum(strongest.contribution()));
        }
    }

    /** Everything that a run loads is loaded while several threads ask for it. */
    @Test
    void severalThreadsShareOneRun() throws InterruptedException, ExecutionException {
        String expected;
        try (Run run = new Eddp().open(folder.resolve("run"))) {
            expected = Json.toText(new Eddp().explain(run, picture));
        }
        ExecutorService threads = Executors.newFixedThreadPool(THREADS);
        try (Run run = new Eddp().open(folder.resolve("run"))) {
            List<Future<String>> found = new ArrayList<>();
            for (int n = 0; n < 2 * THREADS; n++) {
                found.add(threads.submit(() -> Json.toText(new Eddp().explain(run, picture))));
            }
            for (Future<String> each : found) {
                assertThat(each.get()).isEqualTo(expected);
            }
        } finally {
            threads.shutdownNow();
        }
    }
}
