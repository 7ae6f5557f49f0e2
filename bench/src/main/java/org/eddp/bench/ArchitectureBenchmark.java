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
import org.eddp.files.FileFailure;
import org.eddp.math.Median;
import org.eddp.network.Network;
import org.eddp.network.load.Networks;
import org.eddp.network.onnx.file.Model;
import org.eddp.tensor.Scope;
import org.eddp.tensor.Tensor;

/**
 * Times networks that people use against ONNX Runtime: loading, and logits of images in batches, on one thread each, in one process,
 * alternating; medians of processor time.
 */
public final class ArchitectureBenchmark {
    private ArchitectureBenchmark() {}

    /**
     * What to measure.
     *
     * @param networks which ones
     * @param images that go through each network
     * @param batch images that go through it together
     * @param repetitions of loading and running, each side
     */
    public record Options(List<Architecture> networks, int images, int batch, int repetitions) {
        public Options {
            if (images < 1 || batch < 1 || repetitions < 1) {
                throw new IllegalArgumentException("images = " + images + ", batch = " + batch + " and repetitions = "
                        + repetitions + " must be at least 1");
            }
        }
    }

    /**
     * What was found of one network.
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

    /** What was found. */
    public record Report(int images, int batch, int repetitions, List<Row> rows) {
        /** Whether both sides computed the same logits. */
        public boolean agree() {
            return rows.stream().allMatch(row -> row.difference() < 1e-4);
        }

        /** The report for people. */
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
            for (Architecture network : options.networks()) {
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

    private static Row measure(Architecture architecture, Path file, Options options) {
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
                difference(ours.logits, theirs.logits));
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

    private static double difference(float[] found, float[] expected) {
        double largest = 0;
        double scale = 0;
        for (int i = 0; i < expected.length; i++) {
            largest = Math.max(largest, Math.abs(found[i] - expected[i]));
            scale = Math.max(scale, Math.abs(expected[i]));
        }
        return largest / scale;
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
}
