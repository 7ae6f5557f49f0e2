package org.eddp.experiments.world;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.eddp.dictionaries.DictionaryFormat;
import org.eddp.experiments.training.Trainer;
import org.eddp.experiments.world.WorldExperiment.WorldOptions;
import org.eddp.features.FeatureSet;
import org.eddp.labels.Labels;
import org.eddp.math.Seeds;
import org.eddp.monitor.Monitor;
import org.eddp.network.LayerAddress;
import org.eddp.network.onnx.file.Graph;
import org.eddp.network.onnx.file.Model;
import org.eddp.run.Run;
import org.eddp.study.DictionaryImport;
import org.eddp.study.Extraction;
import org.eddp.study.InputChoice;
import org.eddp.study.Naming;
import org.eddp.study.measure.Labelling;
import org.eddp.tensor.Scope;
import org.eddp.tensor.Workers;
import org.eddp.words.WordList;
import org.eddp.words.WordNames.WordAgreement;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Words name detectors truly: on the drawn world it is known what every pixel shows, so that masks say what a detector detects. A
 * pair of encoders is trained on pictures of its own, and names the detectors of another network, of which it knows nothing, in
 * pictures that neither of them has seen.
 */
@Tag("slow")
class WorldNamesTest {
    private static final int SIZE = 64;
    private static final WorldOptions.Pictures PICTURES = new WorldOptions.Pictures(480, 240, SIZE, 32, 1);
    private static final int LEAST_PATCHES = 1200;
    private static final String LAYER = "block4";

    @TempDir
    private static Path folder;

    private static WorldEncoder encoder;
    private static Path run;
    private static Labels labels;

    private static WorldEncoder.Options training(int width, long seed) {
        return new WorldEncoder.Options(
                400,
                SIZE,
                12,
                32,
                width,
                Trainer.Options.DEFAULT
                        .withEpochs(6)
                        .withBatch(64)
                        .withLearningRate(0.005)
                        .withDecay(0.02)
                        .withSmoothing(0.1)
                        .withAugmentation(new Trainer.Augmentation(true, 1, 0.05))
                        .withSeed(seed));
    }

    @BeforeAll
    static void makeDetectorsOfKnownThings() {
        Path dataset = folder.resolve("dataset");
        run = folder.resolve("run");
        WorldEncoder studied;
        try (Workers workers = new Workers(2);
                Scope scope = Scope.open()) {
            WorldGenerator.write(dataset, PICTURES, workers, Monitor.NONE);
            encoder =
                    WorldEncoder.train(folder.resolve("encoder"), training(48, 7), workers, Trainer.EpochMonitor.NONE);
            studied =
                    WorldEncoder.train(folder.resolve("studied"), training(64, 11), workers, Trainer.EpochMonitor.NONE);
        }
        openInput(studied.network());
        Extraction.Options how = Extraction.Options.of(LayerAddress.of(LAYER))
                .withPreprocessing(InputChoice.of(WorldNetwork.preprocessing(2 * SIZE)))
                .withThreads(2);
        FeatureSet set = Extraction.run(studied.network(), dataset, folder.resolve("features"), how, Monitor.NONE);
        Path probes = folder.resolve("probes.safetensors");
        try (Workers workers = new Workers(2)) {
            WorldProbes.write(set, dataset, LEAST_PATCHES, probes, workers);
        }
        DictionaryImport.run(set, run, DictionaryImport.Options.of(DictionaryFormat.SAFETENSORS, probes), Monitor.NONE);
        try (Run opened = Run.open(run)) {
            labels = Labelling.label(opened, Labelling.Options.of(dataset), Monitor.NONE);
        }
    }

    /** Trained on parts, the network can take whole pictures: nothing in it depends on their size. */
    private static void openInput(Path file) {
        Model model = Model.read(file);
        Graph graph = model.graph();
        List<Graph.ValueInfo> input =
                List.of(Graph.ValueInfo.of(graph.inputs().get(0).name(), -1, 3, -1, -1));
        Model.write(
                file,
                model.with(new Graph(
                        graph.name(), graph.nodes(), graph.initialisers(), input, graph.outputs(), graph.rest())));
    }

    private static WordAgreement name(WordList words) {
        Naming.Options options = Naming.Options.of(encoder.network(), words)
                .withLayer(LayerAddress.of(encoder.layer()))
                .withPreprocessing(InputChoice.of(encoder.preprocessing()));
        try (Run opened = Run.open(run)) {
            WordAgreement found =
                    WordAgreement.of(labels, Naming.byWords(opened, options, Monitor.NONE), words.words());
            System.out.println("names by words against names by masks: " + found);
            return found;
        }
    }

    @Test
    void fourOfFiveInterpretableDetectorsGetATrueWord() {
        WordAgreement found = name(encoder.words());
        assertThat(found.detectors()).isGreaterThanOrEqualTo(20);
        assertThat(found.right()).isGreaterThanOrEqualTo((int) Math.ceil(0.8 * found.detectors()));
        assertThat(found.second()).isGreaterThanOrEqualTo((int) Math.ceil(0.7 * found.detectors()));
    }

    /** The same embeddings under other words: what is right now is chance, 1 of about 20 words. */
    @Test
    void wordsThatAreMixedUpAreWrong() {
        List<String> mixed = new ArrayList<>();
        for (int i : Seeds.permutation(encoder.words().words().size(), new SplittableRandom(5))) {
            mixed.add(encoder.words().words().get(i));
        }
        WordAgreement found = name(new WordList(mixed, encoder.words().embeddings()));
        assertThat(found.right()).isLessThanOrEqualTo(found.detectors() / 4);
    }
}
