package org.eddp.explain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.eddp.files.Json;
import org.eddp.names.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ExplainedImageTest {
    @TempDir
    private Path folder;

    /** Written before contributions had their correction, and before there was a choice of undecided point. */
    private static final String EARLIER = """
        {"command": "./eddp explain", "directions": "d", "image": "a.png", "picture": "",
         "label": {"number": 1, "name": "ash"}, "against": null, "predicted": {"number": 1, "name": "ash"},
         "concepts": [{"number": 0, "name": "sky"}],
         "explanation": {"label": 1, "against": null, "predicted": 1, "probability": 0.7, "logit": 2.0,
           "baselineProbability": 0.2, "baselineEntropy": 1.5, "baselineLogit": -1.0, "explanationLogit": 3.0,
           "sample": 2.0, "baseline": 0.5, "correction": 1.0, "residual": 0.5, "firstOrder": false, "error": 0.0,
           "relativeError": 0.0,
           "concepts": [{"concept": 0, "relation": 0.1, "sample": 2.0, "baseline": 0.5, "correction": 1.0,
             "contribution": 1.5, "present": 2, "map": [[1.5]]}]},
         "detections": []}
        """;

    @Test
    void readsFilesOfEarlierVersions() throws IOException {
        Path file = Files.writeString(folder.resolve("earlier.json"), EARLIER);
        ExplainedImage read = Json.read(file, ExplainedImage.class);
        Explanation e = read.explanation();
        assertThat(e.undecided()).isEqualTo(UndecidedPoint.PAPER);
        assertThat(e.conditioning()).isNull();
        assertThat(e.concepts().get(0).contribution()).isCloseTo(2.5, within(1e-12));
        assertThat(e.quality().residual()).isCloseTo(0.5 / 3, within(1e-12));
        assertThat(read.likeliest()).isEmpty();
        assertThat(read.verdict()).isEqualTo(Quality.Grade.CLEAR);
        assertThat(read.quality()).isEqualTo(e.quality());
        Path again = folder.resolve("again.json");
        Json.write(again, read);
        assertThat(again).content().contains("\"verdict\": \"CLEAR\"", "\"residual\": 0.1666");
    }

    @Test
    void anIndexIsReadAsItWasWritten() {
        Named ash = new Named(1, "ash");
        List<ExplainedImage.Entry> images = List.of(
                new ExplainedImage.Entry(
                        "a.png",
                        "a.json",
                        ash,
                        ash,
                        Quality.Grade.PARTLY,
                        new Quality(4, 2, 1, 0.2, 0.1, true, 1, 0.2, null, null, null, null)),
                new ExplainedImage.Entry(
                        "b.png",
                        "b.json",
                        ash,
                        ash,
                        Quality.Grade.POOR,
                        new Quality(0, Double.POSITIVE_INFINITY, 1, 0.2, 0.1, true, 1, 0.2, null, null, null, null)));
        Explanation last = new Explanation(
                1,
                null,
                1,
                0.7,
                2,
                0.2,
                1.5,
                -1,
                3,
                0,
                0,
                0,
                3,
                false,
                0,
                0,
                UndecidedPoint.damped(0.1),
                new Conditioning(3, 8, null),
                List.of(),
                null,
                List.of(),
                List.of());
        ExplainedImage.Limit limit = new ExplainedImage.Limit(Quality.Grade.PARTLY, "The run itself is not reliable.");
        ExplainedImage.Index index = ExplainedImage.Index.of("./eddp explain", "d", images, last, limit);
        assertThat(index.summary().clear())
                .as("no verdict is better than the run")
                .isZero();
        assertThat(index.summary().partly()).isEqualTo(1);
        assertThat(index.summary().poor()).isEqualTo(1);
        assertThat(index.images().get(1).quality()).isNull();
        assertThat(index.summary().cancellation()).isNull();
        assertThat(index.summary().residual()).isEqualTo(0.2);
        Path file = folder.resolve("index.json");
        Json.write(file, index);
        assertThat(Json.read(file, ExplainedImage.Index.class)).isEqualTo(index);
    }
}
