package org.eddp.bench;

import ai.onnxruntime.OnnxTensor;
import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtSession;
import java.io.IOException;
import java.nio.FloatBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import java.util.function.LongFunction;
import org.eddp.failure.InvalidInput;
import org.eddp.files.FileFailure;
import org.eddp.math.Median;
import org.eddp.network.Network;
import org.eddp.network.load.Networks;
import org.eddp.network.onnx.file.Model;
import org.eddp.network.onnx.file.Node.Attribute;
import org.eddp.tensor.Scope;
import org.eddp.tensor.Tensor;

/**
 * Times well-known networks against ONNX Runtime: loading, and logits of images in batches, on one thread each, in one
 * process, alternating; medians of processor time.
 */
public final class ArchitectureBenchmark {
    private ArchitectureBenchmark() {}

    /**
     * Options of the benchmark.
     *
     * @param networks to measure
     * @param images that go through each network
     * @param batch images that go through it together
     * @param repetitions of loading and running, each side
     */
    public record Options(List<KnownArchitecture> networks, int images, int batch, int repetitions) {
        public Options {
            if (images < 1 || batch < 1 || repetitions < 1) {
                throw new InvalidInput("images = " + images + ", batch = " + batch + " and repetitions = " + repetitions
                        + " must be at least 1");
            }
        }

        /** 128 images in batches of 16, five times. */
        public static Options of(List<KnownArchitecture> networks) {
            return new Options(networks, 128, 16, 5);
        }

        public Options withImages(int changed) {
            return new Options(networks, changed, batch, repetitions);
        }

        public Options withBatch(int changed) {
            return new Options(networks, images, changed, repetitions);
        }

        public Options withRepetitions(int changed) {
            return new Options(networks, images, batch, changed);
        }
    }

    /**
     * The result for one network.
     *
     * @param ourLoading seconds of processor time, median
     * @param theirLoading the same of ONNX Runtime
     * @param ourImage seconds of processor time per image, median
     * @param theirImage the same of ONNX Runtime
     * @param ratio ours over theirs, per image
     * @param ratioWithLoading ours over theirs, loading and all images
     * @param difference largest difference of a logit, relative to the largest logit
     */
    public record Row(
            String network,
            double ourLoading,
            double theirLoading,
            double ourImage,
            double theirImage,
            double ratio,
            double ratioWithLoading,
            double difference) {}

    /** The results. */
    public record Report(int images, int batch, int repetitions, List<Row> rows) {
        /** Whether both sides computed the same logits. */
        public boolean agree() {
            return rows.stream().allMatch(row -> row.difference() < 1e-4);
        }

        /** The report as text. */
        public String text() {
            StringBuilder text = new StringBuilder(String.format(
                    Locale.ROOT,
                    "processor time of one thread, %d images in batches of %d, medians of %d%n"
                            + "%-14s %21s %23s %8s %13s %11s%n",
                    images,
                    batch,
                    repetitions,
                    "network",
                    "loading: ours, theirs",
                    "an image: ours, theirs",
                    "ratio",
                    "with loading",
                    "difference"));
            for (Row row : rows) {
                text.append(String.format(
                        Locale.ROOT,
                        "%-14s %10.2f s %6.2f s %11.1f ms %6.1f ms %8.2f %13.2f %11.1e%n",
                        row.network(),
                        row.ourLoading(),
                        row.theirLoading(),
                        1e3 * row.ourImage(),
                        1e3 * row.theirImage(),
                        row.ratio(),
                        row.ratioWithLoading(),
                        row.difference()));
            }
            return text.append("theirs is ONNX Runtime; ratios are ours over theirs")
                    .toString();
        }
    }

    /** Measures; networks are made in a temporary folder, which is deleted. */
    public static Report run(Options options, Consumer<String> progress) {
        Path folder = null;
        try {
            folder = Files.createTempDirectory("eddp-bench-networks");
            List<Row> rows = new ArrayList<>();
            for (KnownArchitecture network : options.networks()) {
                progress.accept("measuring " + network);
                Path file = folder.resolve(network + ".onnx");
                Model.write(file, network.model(1));
                rows.add(measure(network, file, options));
                Files.delete(file);
            }
            return new Report(options.images(), options.batch(), options.repetitions(), rows);
        } catch (IOException e) {
            throw new FileFailure("cannot make networks in a temporary folder: " + e.getMessage(), e);
        } finally {
            TemporaryFolder.delete(folder);
        }
    }

    private static Row measure(KnownArchitecture architecture, Path file, Options options) {
        int size = GeneratedGraph.SIZE;
        float[] pixels = new float[options.batch() * 3 * size * size];
        SplittableRandom random = new SplittableRandom(1);
        for (int i = 0; i < pixels.length; i++) {
            pixels[i] = (float) random.nextGaussian();
        }
        int batches = (options.images() + options.batch() - 1) / options.batch();
        Side ours = new Side();
        Side theirs = new Side();
        for (int i = -1; i < options.repetitions(); i++) { // the first warms up
            boolean counts = i >= 0;
            if (i % 2 == 0) {
                ours(file, pixels, options.batch(), batches, ours, counts);
                theirs(file, pixels, options.batch(), batches, theirs, counts);
            } else {
                theirs(file, pixels, options.batch(), batches, theirs, counts);
                ours(file, pixels, options.batch(), batches, ours, counts);
            }
        }
        double images = (double) batches * options.batch();
        return new Row(
                architecture.toString(),
                Median.of(ours.loading),
                Median.of(theirs.loading),
                Median.of(ours.running) / images,
                Median.of(theirs.running) / images,
                Median.of(ours.running) / Median.of(theirs.running),
                (Median.of(ours.loading) + Median.of(ours.running))
                        / (Median.of(theirs.loading) + Median.of(theirs.running)),
                FeaturesBenchmark.difference(ours.logits, theirs.logits));
    }

    private static void ours(Path file, float[] pixels, int batch, int batches, Side side, boolean counts) {
        double start = seconds();
        try (Network network = Networks.load(file)) {
            double loaded = seconds();
            int size = GeneratedGraph.SIZE;
            for (int i = 0; i < batches; i++) {
                try (Scope scope = Scope.open()) {
                    side.logits = network.logits(Tensor.of(pixels, batch, 3, size, size))
                            .toFloats();
                }
            }
            side.add(loaded - start, seconds() - loaded, counts);
        }
    }

    private static void theirs(Path file, float[] pixels, int batch, int batches, Side side, boolean counts) {
        OrtEnvironment environment = OrtEnvironment.getEnvironment();
        double start = seconds();
        try (OrtSession.SessionOptions options = new OrtSession.SessionOptions()) {
            options.setIntraOpNumThreads(1);
            options.setInterOpNumThreads(1);
            try (OrtSession session = environment.createSession(file.toString(), options)) {
                double loaded = seconds();
                long[] shape = {batch, 3, GeneratedGraph.SIZE, GeneratedGraph.SIZE};
                for (int i = 0; i < batches; i++) {
                    try (OnnxTensor given = OnnxTensor.createTensor(environment, FloatBuffer.wrap(pixels), shape);
                            OrtSession.Result found = session.run(Map.of(GeneratedGraph.IMAGE, given))) {
                        FloatBuffer logits = ((OnnxTensor) found.get(0)).getFloatBuffer();
                        side.logits = new float[logits.remaining()];
                        logits.get(side.logits);
                    }
                }
                side.add(loaded - start, seconds() - loaded, counts);
            }
        } catch (OrtException e) {
            throw new IllegalStateException("ONNX Runtime: " + e.getMessage(), e);
        }
    }

    private static double seconds() {
        return ProcessorTime.ofThread() / 1e9;
    }

    /** Measurements of one side. */
    private static final class Side {
        private final List<Double> loading = new ArrayList<>();
        private final List<Double> running = new ArrayList<>();
        private float[] logits;

        void add(double load, double run, boolean counts) {
            if (counts) {
                loading.add(load);
                running.add(run);
            }
        }
    }

    /** Well-known networks with random weights, as PyTorch exports them: normalisations folded into convolutions. */
    public enum KnownArchitecture {
        RESNET50(KnownArchitecture::resnet50),
        MOBILENET_V2(KnownArchitecture::mobilenet),
        CONVNEXT_TINY(KnownArchitecture::convnext),
        VIT_B_16(KnownArchitecture::vit);

        private final LongFunction<Model> maker;

        KnownArchitecture(LongFunction<Model> maker) {
            this.maker = maker;
        }

        /** The network with weights of a seed. */
        Model model(long seed) {
            return maker.apply(seed);
        }

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }

        private static Model resnet50(long seed) {
            GeneratedGraph net = new GeneratedGraph(seed);
            String x = relu(net, net.convolution(GeneratedGraph.IMAGE, 3, 64, 7, 2, 1, 3));
            x = net.node(
                    "MaxPool",
                    List.of(x),
                    Attribute.of("kernel_shape", new long[] {3, 3}),
                    Attribute.of("strides", new long[] {2, 2}),
                    Attribute.of("pads", new long[] {1, 1, 1, 1}));
            int[] blocks = {3, 4, 6, 3};
            int in = 64;
            for (int stage = 0; stage < blocks.length; stage++) {
                int width = 64 << stage;
                for (int i = 0; i < blocks[stage]; i++) {
                    int stride = i == 0 && stage > 0 ? 2 : 1;
                    String y = relu(net, net.convolution(x, in, width, 1, 1, 1, 0));
                    y = relu(net, net.convolution(y, width, width, 3, stride, 1, 1));
                    y = net.convolution(y, width, 4 * width, 1, 1, 1, 0);
                    String skip = i == 0 ? net.convolution(x, in, 4 * width, 1, stride, 1, 0) : x;
                    x = relu(net, net.node("Add", List.of(y, skip)));
                    in = 4 * width;
                }
            }
            return net.pooledClassifier(x, in);
        }

        private static String relu(GeneratedGraph net, String value) {
            return net.node("Relu", List.of(value));
        }

        private static Model mobilenet(long seed) {
            GeneratedGraph net = new GeneratedGraph(seed);
            // expansion, channels, blocks, stride of the first
            int[][] stages = {
                {1, 16, 1, 1},
                {6, 24, 2, 2},
                {6, 32, 3, 2},
                {6, 64, 4, 2},
                {6, 96, 3, 1},
                {6, 160, 3, 2},
                {6, 320, 1, 1}
            };
            String x = limited(net, net.convolution(GeneratedGraph.IMAGE, 3, 32, 3, 2, 1, 1));
            int in = 32;
            for (int[] stage : stages) {
                for (int i = 0; i < stage[2]; i++) {
                    int stride = i == 0 ? stage[3] : 1;
                    int wide = in * stage[0];
                    String y = stage[0] == 1 ? x : limited(net, net.convolution(x, in, wide, 1, 1, 1, 0));
                    y = limited(net, net.convolution(y, wide, wide, 3, stride, wide, 1));
                    y = net.convolution(y, wide, stage[1], 1, 1, 1, 0);
                    x = stride == 1 && in == stage[1] ? net.node("Add", List.of(x, y)) : y;
                    in = stage[1];
                }
            }
            return net.pooledClassifier(limited(net, net.convolution(x, in, 1280, 1, 1, 1, 0)), 1280);
        }

        private static String limited(GeneratedGraph net, String value) {
            return net.node("Clip", List.of(value, net.number(0), net.number(6)));
        }

        private static Model convnext(long seed) {
            GeneratedGraph net = new GeneratedGraph(seed);
            int[] blocks = {3, 3, 9, 3};
            String x = channelsNormalised(net, net.convolution(GeneratedGraph.IMAGE, 3, 96, 4, 4, 1, 0), 96);
            int width = 96;
            for (int stage = 0; stage < blocks.length; stage++) {
                if (stage > 0) {
                    x = net.convolution(channelsNormalised(net, x, width), width, 2 * width, 2, 2, 1, 0);
                    width *= 2;
                }
                for (int i = 0; i < blocks[stage]; i++) {
                    String y = net.transpose(net.convolution(x, width, width, 7, 1, width, 3), 0, 2, 3, 1);
                    y = net.linear(net.normalise(y, width), width, 4 * width);
                    y = net.transpose(net.linear(net.gelu(y), 4 * width, width), 0, 3, 1, 2);
                    y = net.node("Mul", List.of(net.weight(0.1, width, 1, 1), y));
                    x = net.node("Add", List.of(y, x));
                }
            }
            return net.pooledClassifier(x, width);
        }

        private static String channelsNormalised(GeneratedGraph net, String value, int width) {
            return net.transpose(net.normalise(net.transpose(value, 0, 2, 3, 1), width), 0, 3, 1, 2);
        }

        private static Model vit(long seed) {
            GeneratedGraph net = new GeneratedGraph(seed);
            int width = 768;
            int tokens = 197;
            String patches = net.convolution(GeneratedGraph.IMAGE, 3, width, 16, 16, 1, 0);
            patches = net.transpose(net.reshape(patches, 0, width, tokens - 1), 0, 2, 1);
            String first = net.node("Slice", List.of(patches, net.wholes(0), net.wholes(1), net.wholes(1)));
            first = net.node("Mul", List.of(first, net.number(0))); // one per image of the batch
            first = net.node("Add", List.of(first, net.weight(1, 1, 1, width)));
            String x = net.node("Concat", List.of(first, patches), Attribute.of("axis", 1));
            x = net.node("Add", List.of(x, net.weight(0.02, 1, tokens, width)));
            for (int i = 0; i < 12; i++) {
                String attended = attention(net, net.normalise(x, width), tokens, width);
                x = net.node("Add", List.of(attended, x));
                String wide = net.gelu(net.linear(net.normalise(x, width), width, 4 * width));
                x = net.node("Add", List.of(x, net.linear(wide, 4 * width, width)));
            }
            String last = net.normalise(x, width);
            String token = net.node("Slice", List.of(last, net.wholes(0), net.wholes(1), net.wholes(1)));
            return net.classifier(net.reshape(token, 0, width), width);
        }

        /** Attention with the tokens first, as in PyTorch. */
        private static String attention(GeneratedGraph net, String value, int tokens, int width) {
            int heads = 12;
            List<String> parts = net.split(net.linear(net.transpose(value, 1, 0, 2), width, 3 * width), 3);
            String[] perHead = parts.stream()
                    .map(part -> net.transpose(net.reshape(part, tokens, -1, width / heads), 1, 0, 2))
                    .toArray(String[]::new);
            String query = net.node("Mul", List.of(perHead[0], net.number(1 / Math.sqrt(width / (double) heads))));
            String scores = net.node("MatMul", List.of(query, net.transpose(perHead[1], 0, 2, 1)));
            String shares = net.node("Softmax", List.of(scores), Attribute.of("axis", -1));
            String mixed = net.transpose(net.node("MatMul", List.of(shares, perHead[2])), 1, 0, 2);
            String rows = net.linear(net.reshape(mixed, -1, width), width, width);
            return net.transpose(net.reshape(rows, tokens, -1, width), 1, 0, 2);
        }
    }
}
