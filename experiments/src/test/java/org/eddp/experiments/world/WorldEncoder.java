package org.eddp.experiments.world;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.eddp.experiments.training.TrainedNetwork.Architecture;
import org.eddp.experiments.training.Trainer;
import org.eddp.experiments.training.TrainingImages;
import org.eddp.features.PatchLayer;
import org.eddp.files.Folders;
import org.eddp.files.arrays.SafetensorsFile;
import org.eddp.images.input.Preprocessing;
import org.eddp.network.Network;
import org.eddp.network.load.Networks;
import org.eddp.tensor.Workers;
import org.eddp.words.WordList;

/**
 * A pair of encoders of the world, of pictures and of words: a network learns which words are true of parts of pictures. Its pooled
 * features embed a picture, and the class vectors above them embed the words. It learns from pictures drawn for it alone and knows
 * of no other network.
 *
 * @param network whose layer {@code layer} embeds pictures, as ONNX
 * @param layer averaged over its positions
 * @param preprocessing how pictures become the input of the network
 * @param words with their embeddings
 */
record WorldEncoder(Path network, String layer, Preprocessing preprocessing, WordList words) {
    private static final long SEED = 0x3C6EF372FE94F82BL;

    /**
     * How it is trained.
     *
     * @param pictures that are drawn
     * @param size of the pictures
     * @param parts of each picture at most
     * @param input side of the network's input
     * @param width of the embeddings
     * @param training of the network; its seed is that of the pictures too
     */
    record Options(int pictures, int size, int parts, int input, int width, Trainer.Options training) {}

    /** Trains it and writes its files. */
    static WorldEncoder train(Path folder, Options options, Workers workers, Trainer.EpochMonitor monitor) {
        Folders.prepare(folder);
        WorldCrops crops = new WorldCrops(options.size());
        Preprocessing preprocessing = WorldNetwork.preprocessing(options.input());
        TrainingImages images = TrainingImages.of(draw(crops, options, workers), preprocessing);
        Architecture architecture =
                Architecture.residual(options.input(), crops.words().size(), options.width());
        Path network = folder.resolve("encoder.onnx");
        Trainer.train(architecture, images, options.training(), workers, monitor)
                .writeOnnx(network);
        return new WorldEncoder(
                network, architecture.lastMaps(), preprocessing, words(folder, network, architecture, crops.words()));
    }

    private static List<TrainingImages.Example> draw(WorldCrops crops, Options options, Workers workers) {
        long base = new SplittableRandom(options.training().seed() ^ SEED).nextLong();
        List<TrainingImages.Example> examples = new ArrayList<>();
        workers.forEachAhead(
                options.pictures(),
                i -> crops.draw(options.parts(), new SplittableRandom(base + i).split()),
                examples::addAll);
        return examples;
    }

    /** As a user has them: words in one file, embeddings in another. */
    private static WordList words(Path folder, Path network, Architecture architecture, List<String> list) {
        Path words = folder.resolve("words.txt");
        Path embeddings = folder.resolve("words.safetensors");
        try (Network loaded = Networks.load(network)) {
            Files.write(words, list);
            new SafetensorsFile()
                    .add(
                            "embeddings",
                            PatchLayer.of(loaded.cut(architecture.lastMaps()), null)
                                    .readout()
                                    .orElseThrow()
                                    .classVectors()
                                    .transpose())
                    .write(embeddings);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return WordList.read(words, embeddings);
    }
}
