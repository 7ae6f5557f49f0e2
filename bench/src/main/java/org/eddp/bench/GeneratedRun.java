package org.eddp.bench;

import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;
import org.eddp.directions.Directions;
import org.eddp.features.FeatureExtraction;
import org.eddp.features.FeatureSet;
import org.eddp.features.FeatureStatistics;
import org.eddp.features.PatchLayer;
import org.eddp.images.input.InputPreset;
import org.eddp.images.source.ImageList;
import org.eddp.monitor.Monitor;
import org.eddp.network.Network;
import org.eddp.network.load.Networks;
import org.eddp.network.onnx.file.Graph;
import org.eddp.network.onnx.file.Graph.ValueInfo;
import org.eddp.network.onnx.file.Model;
import org.eddp.network.onnx.file.Node;
import org.eddp.network.onnx.file.Node.Attribute;
import org.eddp.run.NewRun;
import org.eddp.run.RunFile;
import org.eddp.tensor.Matrix;
import org.eddp.tensor.Scope;
import org.eddp.tensor.Workers;

/**
 * A run of any size without learning: small drawn pictures, a convolution with ReLU and random weights under pooling
 * and a linear layer, and random directions whose detectors fire on about one patch in a hundred.
 */
final class GeneratedRun {
    private static final int CELLS = 7;
    private static final int PATCH = 8;
    /** Height and width of the pictures. */
    static final int SIZE = CELLS * PATCH;

    private static final int WIDTH = 128;
    private static final int CLASSES = 1000;
    /** Deviations that a normal number exceeds once in a hundred times. */
    private static final double DEVIATIONS = 2.33;

    private static final String LAYER = "maps";

    private GeneratedRun() {}

    /** Makes a run and its inputs in a folder. */
    static Path make(Path folder, int concepts, int pictures, int threads) {
        SplittableRandom random = new SplittableRandom(1);
        Path network = network(folder, random);
        GeneratedPictures.write(folder.resolve("pictures"), pictures, 1, SIZE, SIZE);
        FeatureSet set;
        try (Workers workers = new Workers(threads)) {
            set = extract(network, folder.resolve("pictures"), folder.resolve("features"), workers);
        }
        Path run = folder.resolve("run");
        NewRun.writeOrigin(run, set, network);
        NewRun.write(
                run,
                new RunFile.ImportedRun.Imported(
                        "random", List.of(), List.of(), List.of("everything: drawn at random")),
                null,
                NewRun.data(set, null),
                directions(set, concepts, random));
        return run;
    }

    /** The network alone. */
    static Path network(Path folder, SplittableRandom random) {
        Path network = folder.resolve("network.onnx");
        Model.write(network, model(random));
        return network;
    }

    private static Model model(SplittableRandom random) {
        Attribute stride = Attribute.of("strides", new long[] {PATCH, PATCH});
        return Model.of(
                13,
                Graph.of(
                        List.of(
                                Node.of("conv", "Conv", List.of("image", "kernels"), List.of("c"), stride),
                                Node.of("relu", "Relu", List.of("c"), List.of(LAYER)),
                                Node.of("pool", "GlobalAveragePool", List.of(LAYER), List.of("pooled")),
                                Node.of("flatten", "Flatten", List.of("pooled"), List.of("flat")),
                                Node.of("head", "MatMul", List.of("flat", "weights"), List.of("logits"))),
                        List.of(
                                GeneratedGraph.gaussian(random, "kernels", 0.1, WIDTH, 3, PATCH, PATCH),
                                GeneratedGraph.gaussian(random, "weights", 1, WIDTH, CLASSES)),
                        List.of(ValueInfo.of("image", -1, 3, SIZE, SIZE)),
                        List.of(ValueInfo.of("logits", -1, CLASSES))));
    }

    /** Features of the pictures of a folder. */
    static FeatureSet extract(Path file, Path pictures, Path out, Workers workers) {
        try (Network network = Networks.load(file)) {
            return FeatureExtraction.run(
                    out,
                    new FeatureExtraction.Source(
                            file,
                            network,
                            PatchLayer.of(network.cut(LAYER), null),
                            ImageList.ofFolder(pictures),
                            InputPreset.PLAIN.preprocessing().withSize(SIZE, SIZE)),
                    FeatureExtraction.Options.DEFAULT,
                    workers,
                    Monitor.NONE);
        }
    }

    static Directions directions(FeatureSet set, int concepts, SplittableRandom random) {
        FeatureStatistics statistics;
        try (Scope scope = Scope.open()) {
            statistics = FeatureStatistics.of(set);
        }
        Matrix filters = new Matrix(WIDTH, concepts);
        for (int k = 0; k < filters.values().length; k++) {
            filters.values()[k] = random.nextGaussian();
        }
        filters = filters.normaliseColumns();
        double[] spread = filters.columnDots(statistics.covariance().times(filters));
        double[] thresholds = new double[concepts];
        for (int i = 0; i < concepts; i++) {
            for (int d = 0; d < WIDTH; d++) {
                thresholds[i] += filters.get(d, i) * statistics.mean()[d];
            }
            thresholds[i] += DEVIATIONS * Math.sqrt(spread[i]);
        }
        return new Directions(filters, thresholds, filters, statistics.mean()); // of length 1, so w.s = 1
    }
}
