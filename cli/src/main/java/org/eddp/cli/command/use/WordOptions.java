package org.eddp.cli.command.use;

import java.nio.file.Path;
import org.eddp.cli.option.PreprocessingOptions;
import org.eddp.failure.InvalidInput;
import org.eddp.monitor.Monitor;
import org.eddp.network.LayerAddress;
import org.eddp.study.Naming;
import org.eddp.words.WordList;
import org.eddp.words.WordSearch;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The options of names from words. */
final class WordOptions {
    @Option(
            names = "--images",
            paramLabel = "DIR",
            description = "Pictures in which detectors are examined (default: those of the feature set).")
    private Path images;

    @Option(
            names = "--image-encoder",
            paramLabel = "FILE",
            description = "ONNX, torch.export or TorchScript network whose output embeds a picture.")
    private Path encoder;

    @Option(
            names = "--encoder-layer",
            paramLabel = "NAME",
            description = "Embed by the mean of this layer over its positions instead of by the output.")
    private String layer;

    @Option(names = "--words", paramLabel = "FILE", description = "Words to choose from, one per line.")
    private Path words;

    @Option(
            names = "--word-embeddings",
            paramLabel = "FILE",
            description = "Their embeddings: array 'embeddings', a row per word, as safetensors or .npy.")
    private Path embeddings;

    @Option(
            names = "--text-encoder",
            paramLabel = "FILE",
            description = "ONNX network that computes the embeddings instead: token numbers in, one embedding out.")
    private Path textEncoder;

    @Option(names = "--tokenizer", paramLabel = "FILE", description = "Its tokenizer.json: BPE, WordPiece or Unigram.")
    private Path tokenizer;

    @Option(
            names = "--prompt",
            paramLabel = "TEXT",
            description = "Text to embed for a word, with {} in place of the word (default: ${DEFAULT-VALUE}).")
    private String prompt = "{}";

    @Option(
            names = "--examples",
            paramLabel = "N",
            description = "Crops per concept at most (default: ${DEFAULT-VALUE}).")
    private int examples = WordSearch.Options.DEFAULT.examples();

    @Option(
            names = "--context",
            paramLabel = "N",
            description = "Cells around the firing region that belong to a crop; many for whole pictures (default:"
                    + " ${DEFAULT-VALUE}).")
    private int context = WordSearch.Options.DEFAULT.context();

    @Option(
            names = "--sharpness",
            paramLabel = "X",
            description = "Factor on cosines before the softmax over words (default: ${DEFAULT-VALUE}).")
    private double sharpness = WordSearch.Options.DEFAULT.sharpness();

    @Option(
            names = "--weight",
            paramLabel = "X",
            description = "Weight of the probability of a word over all crops, 0 .. 1 (default: ${DEFAULT-VALUE}).")
    private double weight = WordSearch.Options.DEFAULT.weight();

    @Option(
            names = "--shuffles",
            paramLabel = "N",
            description = "Shuffles of the test of significance (default: ${DEFAULT-VALUE}).")
    private int shuffles = WordSearch.Options.DEFAULT.shuffles();

    @Option(names = "--seed", paramLabel = "S", description = "Seed of the shuffles (default: ${DEFAULT-VALUE}).")
    private long seed = WordSearch.Options.DEFAULT.seed();

    @Mixin
    private PreprocessingOptions preprocessing;

    public boolean given() {
        return encoder != null || words != null || embeddings != null || textEncoder != null || tokenizer != null;
    }

    public int examples() {
        return examples;
    }

    public int context() {
        return context;
    }

    Naming.Options naming(Monitor monitor) {
        boolean computed = textEncoder != null && tokenizer != null;
        if (encoder == null
                || words == null
                || (embeddings == null) != computed
                || (textEncoder == null) != (tokenizer == null)) {
            throw new InvalidInput(
                    "names by words need --image-encoder, --words and either --word-embeddings or --text-encoder and"
                            + " --tokenizer; without an encoder, export crops with --export-crops DIR and take names over"
                            + " with --import FILE");
        }
        WordList list = computed
                ? WordList.embed(words, textEncoder, tokenizer, prompt, monitor)
                : WordList.read(words, embeddings);
        return Naming.Options.of(encoder, list)
                .withImages(images)
                .withLayer(layer == null ? null : LayerAddress.of(layer))
                .withPreprocessing(preprocessing.choice())
                .withSearch(search());
    }

    private WordSearch.Options search() {
        return WordSearch.Options.DEFAULT
                .withExamples(examples)
                .withContext(context)
                .withSharpness(sharpness)
                .withWeight(weight)
                .withShuffles(shuffles)
                .withSeed(seed);
    }
}
