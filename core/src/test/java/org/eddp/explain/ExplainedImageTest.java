package org.eddp.explain;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.eddp.explain.Explanation.Conditioning;
import org.eddp.files.json.Json;
import org.eddp.names.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ExplainedImageTest {
    @TempDir
    private Path folder;

    /** Written before contributions had their correction, and before there was a choice of undecided point. */
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
                        new Quality(4, 2, 1, 0.2, 0.1, true, 1, 0.2, 0, 0, null, null)),
                new ExplainedImage.Entry(
                        "b.png",
                        "b.json",
                        ash,
                        ash,
                        Quality.Grade.POOR,
                        new Quality(0, Double.POSITIVE_INFINITY, 1, 0.2, 0.1, true, 1, 0.2, 0, 0, null, null)));
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
