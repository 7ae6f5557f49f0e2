package org.eddp.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.eddp.cli.RunCommands.ok;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import org.eddp.features.FeatureSet;
import org.eddp.files.FileFailure;
import org.eddp.learning.LearnOptions.Variant;
import org.eddp.monitor.Monitor;
import org.eddp.network.onnx.file.Model;
import org.eddp.parts.Distributor;
import org.eddp.parts.Work;
import org.eddp.study.Learning;
import org.eddp.study.PresetChanges;
import org.eddp.testkit.TinyNetworks;
import org.eddp.testkit.TinyRun;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Steps of learning whose strips are done by others give the bytes of one process. */
@Tag("slow")
class LearningElsewhereTest {
    private static final int PICTURES = 300;
    private static final int WIDTH = 128;

    @TempDir
    private static Path folder;

    @BeforeAll
    static void makeFeatures() throws IOException {
        for (int i = 0; i < PICTURES; i++) {
            TinyRun.picture(folder.resolve("pictures/" + i + ".png"), i);
        }
        for (boolean deep : new boolean[] {false, true}) {
            Path network = folder.resolve(deep + ".onnx");
            Model.write(network, TinyNetworks.network(deep, TinyRun.SIZE, 0.5, WIDTH));
            ok(RunCommands.features(network, folder.resolve("pictures"), folder.resolve("features-" + deep)));
        }
    }

    private static Learning.Options options(Variant variant, boolean resume) {
        PresetChanges.Course few = PresetChanges.Course.NONE.withEpochs(List.of(2, 2, 3));
        return Learning.Options.of(20)
                .withVariant(variant)
                .withChanges(PresetChanges.NONE.withCourse(few))
                .withCheckpoints(new Learning.Checkpoints(resume, 0))
                .withThreads(2);
    }

    private static byte[] learn(boolean deep, Variant variant, String name, Distributor who) throws IOException {
        Path run = folder.resolve(name + "-" + deep + variant);
        FeatureSet set = FeatureSet.open(folder.resolve("features-" + deep));
        Learning.learn(set, run, options(variant, Files.exists(run)), who, Monitor.NONE);
        return Files.readAllBytes(run.resolve("directions.safetensors"));
    }

    /** Where every worker has forgotten what it was asked before, it does earlier passes again. */
    @ParameterizedTest
    @CsvSource({"false, C, 3", "true, C, 2"})
    void directionsAreTheSameBytes(boolean deep, Variant variant, int workers) throws IOException {
        byte[] here = learn(deep, variant, "here", Distributor.HERE);
        Elsewhere elsewhere = new Elsewhere(workers);
        assertThat(learn(deep, variant, "elsewhere", elsewhere)).isEqualTo(here);
        assertThat(elsewhere.opened()).isGreaterThan(15 * workers);
    }

    @Test
    void aClusterThatFailsCostsNoStepThatWasTaken() throws IOException {
        byte[] here = learn(false, Variant.C, "undisturbed", Distributor.HERE);
        Distributor failing = new Distributor() {
            private int passes;

            @Override
            public <R> void run(Work<R> work, int first, int end, Consumer<? super R> inOrder) {
                if (++passes > 14) {
                    throw new FileFailure("the cluster is gone");
                }
                new Elsewhere(1).run(work, first, end, inOrder);
            }
        };
        assertThatThrownBy(() -> learn(false, Variant.C, "disturbed", failing))
                .isInstanceOf(FileFailure.class)
                .hasMessage("the cluster is gone");
        assertThat(folder.resolve("disturbed-falseC").resolve("checkpoint")).exists();
        assertThat(learn(false, Variant.C, "disturbed", new Elsewhere(2))).isEqualTo(here);
    }
}
