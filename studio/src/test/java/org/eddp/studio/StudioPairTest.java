package org.eddp.studio;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Path;
import java.util.List;
import org.eddp.baselines.BaselineMethod;
import org.eddp.features.FeatureSet;
import org.eddp.monitor.Monitor;
import org.eddp.study.BaselineStudy;
import org.eddp.testkit.TinyRun;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Two runs side by side. */
class StudioPairTest {
    @TempDir
    private Path folder;

    @Test
    void aRunIsItsOwnCopyAndNotAnother() throws Exception {
        Path run = TinyRun.make(folder, "net", false);
        Path copy = TinyRun.copy(run, folder.resolve("copy"));
        TinyRun.name(copy, 2, "bark");
        Path few = folder.resolve("few");
        BaselineStudy.run(
                FeatureSet.open(folder.resolve("net-features")),
                few,
                BaselineStudy.Options.of(BaselineMethod.PCA).withConcepts(3).withThreads(2),
                Monitor.NONE);
        try (StudioSession studio = new StudioSession(List.of(run, copy, few), null, true)) {
            JsonNode same = studio.get("/api/compare?first=" + studio.run(0) + "&second=" + studio.run(1));
            assertThat(same.at("/pair/gained").toString()).isEqualTo("[\"bark\"]");
            assertThat(same.at("/pair/lost").size()).isZero();
            for (String by : List.of("/pair/byFilter", "/pair/bySignal")) {
                assertThat(same.at(by).size()).isPositive();
                for (JsonNode match : same.at(by)) {
                    assertThat(match.at("/cosine").asDouble()).isCloseTo(1, within(1e-9));
                    assertThat(match.at("/first/number")).isEqualTo(match.at("/second/number"));
                }
            }
            assertThat(same.at("/problems").toString())
                    .as("neither was evaluated, and that is said")
                    .contains("eddp evaluate");
            JsonNode other = studio.get("/api/compare?first=" + studio.run(0) + "&second=" + studio.run(2));
            assertThat(other.at("/pair/byFilter").size()).isBetween(1, 3);
            assertThat(studio.ask("/api/compare?first=x&second=../y").statusCode())
                    .isEqualTo(404);
            assertThat(studio.ask("/api/compare").statusCode()).isEqualTo(404);
        }
    }
}
