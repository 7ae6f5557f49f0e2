package org.eddp.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.eddp.cli.RunCommands.eddp;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.eddp.cli.RunCommands.Outcome;
import org.eddp.experiments.Experiment;
import org.eddp.experiments.Experiment.Checkpoints;
import org.eddp.experiments.sticker.StickerExperiment;
import org.eddp.experiments.sticker.StickerExperiment.StickerOptions;
import org.eddp.experiments.training.Trainer;
import org.eddp.files.json.Circumstances.Request;
import org.eddp.files.json.Json;
import org.eddp.images.input.InputPreset;
import org.eddp.learning.LearningMonitor;
import org.eddp.monitor.Monitor;
import org.eddp.monitor.Monitor.Stopped;
import org.eddp.network.onnx.file.Model;
import org.eddp.tensor.Workers;
import org.eddp.testkit.TinyNetworks;
import org.eddp.testkit.TinyRun;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** The command on a network of random weights: what it prints and writes, not what it finds. */
class StickerCommandTest {
    @TempDir
    private Path folder;

    @BeforeEach
    void makePictures() throws IOException {
        Model.write(folder.resolve("net.onnx"), TinyNetworks.network(false, TinyRun.SIZE, 2));
        for (int i = 0; i < 30; i++) {
            TinyRun.picture(
                    folder.resolve(
                            "pictures/" + List.of("ash", "beech", "cedar").get(i % 3) + "/" + i + ".png"),
                    i);
        }
    }

    private Outcome sticker(String out, String... more) {
        List<String> arguments = new ArrayList<>(List.of(
                "sticker",
                "--network",
                folder.resolve("net.onnx").toString(),
                "--preprocess",
                "plain",
                "--images",
                folder.resolve("pictures").toString(),
                "--out",
                folder.resolve(out).toString()));
        arguments.addAll(List.of(more));
        return eddp(arguments.toArray(String[]::new));
    }

    @Test
    @Tag("slow")
    void aSeedIsTheSameAloneAndAmongOthersOnAnyNumberOfThreads() throws IOException {
        Outcome both =
                sticker("both", "--class", "beech", "--concepts", "4", "--seed", "4", "--seeds", "2", "--threads", "2");
        assertThat(both.code()).as(both.err()).isZero();
        assertThat(both.out()).contains("    4 ", "    5 ", "of 2 seeds", "regained", "report.html");
        JsonNode summary = Json.readTree(folder.resolve("both/results.json"));
        assertThat(summary.get("seeds")).hasSize(2);
        assertThat(folder.resolve("both/report.html")).content().contains("All seeds", "Best random", "Upper bound");

        Outcome alone = sticker("alone", "--class", "Beech", "--concepts", "4", "--seed", "5", "--threads", "1");
        assertThat(alone.code()).as(alone.err()).isZero();
        assertThat(alone.out())
                .contains("3 classes, 24 training pictures (the 8 of beech have a card), 6 for testing (with 4 cards"
                        + " each");
        assertThat(alone.out()).contains("upper bound", "best of 10 random directions", "together");
        JsonNode results = Json.readTree(folder.resolve("alone/results.json"));
        assertThat(results.get("settings").get("layer").asString()).isEqualTo("maps");
        assertThat(results.get("controls").get("random")).hasSize(10);
        assertThat(results.get("group").get("concepts").size())
                .isEqualTo(results.get("detectors").size());
        assertThat(results).isEqualTo(summary.get("seeds").get(1));
        // the detectors have no labels: they are identified by their numbers
        assertThat(results.findValues("name")).isEmpty();
        assertThat(results.findValues("closestLabel")).isEmpty();
        for (String file : new String[] {"linear-layer.safetensors", "directions.safetensors"}) {
            assertThat(Files.readAllBytes(folder.resolve("alone").resolve(file)))
                    .as(file)
                    .isEqualTo(Files.readAllBytes(folder.resolve("both/seed-5").resolve(file)));
        }
    }

    /** Stops when so much of learning is done. */
    private record Impatient(long steps) implements Experiment.Watcher {
        @Override
        public LearningMonitor learning(String name) {
            throw new AssertionError("its parts are watched");
        }

        @Override
        public Trainer.EpochMonitor training(int weight) {
            throw new AssertionError("its parts are watched");
        }

        @Override
        public Monitor part(String name, long weight) {
            return new Monitor() {
                private boolean enough;

                @Override
                public void onProgress(long done, long total) {
                    enough = name.equals("directions") && done >= steps;
                }

                @Override
                public boolean stopRequested() {
                    return enough;
                }
            };
        }

        @Override
        public boolean stopRequested() {
            return false;
        }
    }

    private void interrupt(String out, long seed, long steps) {
        StickerOptions options = StickerOptions.of(
                        folder.resolve("net.onnx"),
                        input -> InputPreset.PLAIN.preprocessing().withSize(input.height(), input.width()),
                        new StickerOptions.Pictures(folder.resolve("pictures"), null, "beech", null))
                .withConcepts(4)
                .withSeed(seed);
        try (Workers workers = new Workers(1)) {
            StickerExperiment experiment = new StickerExperiment(options, new Checkpoints(false, 1e9));
            assertThatThrownBy(() -> experiment.run(
                            folder.resolve(out),
                            Experiment.Seeds.one(seed),
                            Request.PROGRAM,
                            workers,
                            new Impatient(steps)))
                    .isInstanceOf(Stopped.class)
                    .hasMessageContaining("stopped at step " + steps + " of ");
        }
    }

    @Test
    @Tag("slow")
    void anInterruptedStudyGoesOnToTheSameBytes() throws IOException {
        String[] options = {"--class", "beech", "--concepts", "4", "--seed", "4"};
        RunCommands.ok(sticker("whole", options));
        interrupt("broken", 4, 150);
        assertThat(folder.resolve("broken/checkpoint")).exists();
        assertThat(folder.resolve("broken/run.json")).doesNotExist();
        List<String> resuming = new ArrayList<>(List.of(options));
        resuming.add("--resume");
        Outcome changed = sticker("broken", resuming.subList(0, 4).toArray(String[]::new));
        assertThat(changed.err()).contains("is not empty; add --resume");
        resuming.set(5, "5");
        assertThat(sticker("broken", resuming.toArray(String[]::new)).err()).contains("cannot resume from");
        resuming.set(5, "4");
        RunCommands.ok(sticker("broken", resuming.toArray(String[]::new)));
        for (String file : List.of(
                "linear-layer.safetensors", "directions.safetensors", "run.json", "results.json", "report.html")) {
            assertThat(folder.resolve("broken").resolve(file))
                    .as(file)
                    .hasSameBinaryContentAs(folder.resolve("whole").resolve(file));
        }
        assertThat(folder.resolve("broken/checkpoint")).doesNotExist();
    }

    @Test
    void badInputIsRefusedBeforeAnythingIsWritten() {
        assertThat(sticker("out", "--class", "bech").err())
                .contains("bech", "beech")
                .doesNotContain("\tat ");
        assertThat(sticker("out", "--class", "ash", "--category", "trees").err())
                .contains("trees", "index.csv");
        assertThat(sticker("out", "--class", "ash", "--concepts", "1").err()).contains("concepts = 1");
        assertThat(folder.resolve("out")).doesNotExist();
    }
}
