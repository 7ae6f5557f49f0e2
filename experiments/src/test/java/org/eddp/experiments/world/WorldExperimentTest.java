package org.eddp.experiments.world;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.eddp.experiments.training.Trainer;
import org.eddp.experiments.world.WorldExperiment.WorldOptions;
import org.eddp.failure.InvalidInput;
import org.eddp.files.json.Circumstances.Request;
import org.eddp.metrics.Comparison;
import org.eddp.monitor.Monitor.Stopped;
import org.eddp.study.Steps;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The whole experiment on a world too small to say anything: what is made, and that it is made once. */
@Tag("slow")
class WorldExperimentTest {
    private static final WorldOptions TINY = new WorldOptions(
            new WorldOptions.Pictures(48, 24, 64, 32, 1),
            new WorldOptions.Network(
                    64,
                    8,
                    Trainer.Options.DEFAULT.withEpochs(1).withBatch(8).withAugmentation(Trainer.Augmentation.NONE)),
            4);

    @TempDir
    private Path folder;

    /** Notes the steps that are made, and may stop before one of them. */
    private static final class Notes implements WorldExperiment.Observer {
        private final List<String> made = new ArrayList<>();
        private final String last;

        Notes(String last) {
            this.last = last;
        }

        @Override
        public Request request(Steps.Step step) {
            return new Request(step.name() + " " + step.settings(), null);
        }

        @Override
        public void remark(String text) {
            if (text.contains(" {")) {
                made.add(text.substring(0, text.indexOf(" {")));
            }
        }

        @Override
        public void onProgress(long done, long total) {}

        @Override
        public boolean stopRequested() {
            return made.contains(last);
        }
    }

    private Comparison run(WorldOptions options, Notes notes) {
        return WorldExperiment.run(folder, options, new Request("a test", null), 2, notes);
    }

    @Test
    void comparesEveryMethodAndRepeatsNoFinishedStep() {
        assertThatThrownBy(() -> run(TINY, new Notes("learn"))).isInstanceOf(Stopped.class);

        Notes first = new Notes("");
        Comparison comparison = run(TINY, first);
        assertThat(comparison.rows())
                .extracting(Comparison.Row::name)
                .containsExactly(
                        "eddp-u",
                        "eddp-c",
                        "natural",
                        "natural-even",
                        "pca",
                        "pca-even",
                        "nmf",
                        "nmf-even",
                        "ica",
                        "ica-even",
                        "sae",
                        "sae-even",
                        "uibe",
                        "uibe-even",
                        "cbe",
                        "cbe-even",
                        "ibd",
                        "pcav");
        assertThat(first.made.stream().filter("evaluate"::equals)).hasSize(18);
        assertThat(folder.resolve("table.json")).exists();
        assertThat(WorldExperiment.page(folder)).content().contains("eddp-c", "a test");

        Notes second = new Notes("");
        assertThat(run(TINY, second).text()).isEqualTo(comparison.text());
        assertThat(second.made).containsExactly("features");

        WorldOptions other = new WorldOptions(TINY.pictures(), TINY.network(), 5);
        assertThatThrownBy(() -> run(other, new Notes("")))
                .isInstanceOf(InvalidInput.class)
                .hasMessageContaining("holds a world with other settings");
    }
}
