package org.eddp.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.eddp.features.FeatureSet;
import org.eddp.monitor.Monitor;
import org.eddp.monitor.Monitor.Stopped;
import org.eddp.network.onnx.file.Model;
import org.eddp.study.Learning;
import org.eddp.testkit.TinyNetworks;
import org.eddp.testkit.TinyRun;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What learning says when it is stopped depends on whether there is anything to go on with. */
class StoppedLearningTest {
    @TempDir
    private Path folder;

    @BeforeEach
    void makeFeatures() throws IOException {
        Model.write(folder.resolve("net.onnx"), TinyNetworks.network(false, TinyRun.SIZE, 2));
        for (int i = 0; i < 6; i++) {
            TinyRun.picture(folder.resolve("pictures/" + i + ".png"), i);
        }
        RunCommands.ok(
                RunCommands.features(folder.resolve("net.onnx"), folder.resolve("pictures"), folder.resolve("f")));
    }

    private void learn(Integer concepts) {
        Monitor stop = new Monitor() {
            @Override
            public void onProgress(long done, long total) {
                // nothing is shown
            }

            @Override
            public boolean stopRequested() {
                return true;
            }
        };
        Learning.Options options =
                Learning.Options.of(concepts).withMemory(1 << 20).withThreads(1);
        Learning.learn(FeatureSet.open(folder.resolve("f")), folder.resolve("run"), options, stop);
    }

    @Test
    void whileTheNumberOfConceptsIsChosenThereIsNothingToKeep() {
        assertThatThrownBy(() -> learn(null))
                .isInstanceOf(Learning.NotBegun.class)
                .hasMessageContaining("before anything was learned")
                .hasMessageNotContaining("kept");
        assertThat(List.of("run.json", "checkpoint")).noneMatch(file -> Files.exists(folder.resolve("run/" + file)));
    }

    @Test
    void whileDirectionsAreLearnedTheStateIsKept() {
        assertThatThrownBy(() -> learn(3))
                .isInstanceOf(Stopped.class)
                .isNotInstanceOf(Learning.NotBegun.class)
                .hasMessageContaining("stopped at step 0");
        assertThat(folder.resolve("run/checkpoint")).exists();
    }
}
