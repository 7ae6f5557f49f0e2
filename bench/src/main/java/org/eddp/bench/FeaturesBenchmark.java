package org.eddp.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import org.eddp.failure.InvalidInput;
import org.eddp.features.FeatureExtraction;
import org.eddp.features.FeatureSet;
import org.eddp.features.PatchLayer;
import org.eddp.files.FileFailure;
import org.eddp.images.input.InputPreset;
import org.eddp.images.input.Preprocessing;
import org.eddp.images.source.ImageList;
import org.eddp.math.Median;
import org.eddp.monitor.Monitor;
import org.eddp.network.LayerAddress;
import org.eddp.network.Network;
import org.eddp.network.load.Networks;
import org.eddp.network.onnx.file.Model;
import org.eddp.tensor.Scope;
import org.eddp.tensor.Tensor;
import org.eddp.tensor.Workers;

/**
 * Times the extraction of features, from files of pictures to files of features, against the same with ONNX Runtime as the engine: same
 * pictures, decoding, preprocessing, batches, threads and files, in one process, alternating, medians. The networks alone are
 * timed too, on one batch and one thread.
 */
public final class FeaturesBenchmark {
    private static final int NETWORK_RUNS = 10;

    private final Options options;
    private final Path folder;
    private final Consumer<String> progress;

    /**
     * Options of the benchmark.
     *
     * @param network ONNX file, or null for a generated MobileNet of {@code width}
     * @param images folder of pictures, or null for so many generated ones
     * @param layer to extract, or null for the last one with patches
     * @param preset preprocessing
     * @param width share of MobileNet's channels of the generated network
     * @param pictures number of generated pictures
     * @param batch images that go through the network together
     * @param repetitions extractions of each side
     */
    public record Options(
            Path network,
            Path images,
            LayerAddress layer,
            InputPreset preset,
            double width,
            int pictures,
            int batch,
            int repetitions,
            int threads) {
        public Options {
            if (repetitions < 1 || pictures < 1) {
                throw new InvalidInput(
                        "repetitions = " + repetitions + " and pictures = " + pictures + " must be at least 1");
            }
        }

        /** A generated network and generated pictures. */
        public static Options of(int threads) {
            return new Options(null, null, null, InputPreset.TORCHVISION, 0.25, 128, 16, 5, threads);
        }

        public Options withNetwork(Path changed) {
            return new Options(changed, images, layer, preset, width, pictures, batch, repetitions, threads);
        }

        public Options withImages(Path changed) {
            return new Options(network, changed, layer, preset, width, pictures, batch, repetitions, threads);
        }

        public Options withLayer(LayerAddress changed) {
            return new Options(network, images, changed, preset, width, pictures, batch, repetitions, threads);
        }

        public Options withPreset(InputPreset changed) {
            return new Options(network, images, layer, changed, width, pictures, batch, repetitions, threads);
        }

        public Options withWidth(double changed) {
            return new Options(network, images, layer, preset, changed, pictures, batch, repetitions, threads);
        }

        public Options withPictures(int changed) {
            return new Options(network, images, layer, preset, width, changed, batch, repetitions, threads);
        }

        public Options withBatch(int changed) {
            return new Options(network, images, layer, preset, width, pictures, changed, repetitions, threads);
        }

        public Options withRepetitions(int changed) {
            return new Options(network, images, layer, preset, width, pictures, batch, changed, threads);
        }
    }

    /**
     * One side.
     *
     * @param seconds of an extraction, median
     * @param cpuSeconds of it, all threads, median
     * @param networkSeconds of one image in the network alone, one thread, processor time, median
     */
    public record Side(double seconds, double cpuSeconds, double networkSeconds) {}

    /**
     * The result.
     *
     * @param difference largest difference of a feature, relative to the largest feature
     */
    public record Report(
            String layer,
            int images,
            int batch,
            int threads,
            int repetitions,
            Side ours,
            Side onnxRuntime,
            double difference) {
        /** Whether both sides computed the same features. */
        public boolean agree() {
            return difference < 1e-4;
        }

        /** The report as text. */
        public String text() {
            return String.format(
                    Locale.ROOT,
                    "features of %d pictures at layer %s, batches of %d, %d threads, medians of %d%n%s%s"
                            + "ONNX Runtime over ours: %.2f in time, %.2f in processor time; network alone %.2f%n"
                            + "features %s: largest relative difference %.1e",
                    images,
                    layer,
                    batch,
                    threads,
                    repetitions,
                    row("ours", ours),
                    row("ONNX Runtime", onnxRuntime),
                    onnxRuntime.seconds() / ours.seconds(),
                    onnxRuntime.cpuSeconds() / ours.cpuSeconds(),
                    onnxRuntime.networkSeconds() / ours.networkSeconds(),
                    agree() ? "agree" : "DIFFER",
                    difference);
        }

        private String row(String name, Side side) {
            return String.format(
                    Locale.ROOT,
                    "  %-13s %7.2f s, %.2f ms per picture; processor %.2f ms, of it network %.2f ms%n",
                    name,
                    side.seconds(),
                    side.seconds() / images * 1e3,
                    side.cpuSeconds() / images * 1e3,
                    side.networkSeconds() * 1e3);
        }
    }

    private FeaturesBenchmark(Options options, Path folder, Consumer<String> progress) {
        this.options = options;
        this.folder = folder;
        this.progress = progress;
    }

    /** Measures; generated and extracted files go to a temporary folder, which is deleted. */
    public static Report run(Options options, Consumer<String> progress) {
        requireOnnxRuntime();
        Path folder = null;
        try {
            folder = Files.createTempDirectory("eddp-bench-features");
            return new FeaturesBenchmark(options, folder, progress).measure();
        } catch (IOException e) {
            throw new FileFailure("cannot make a temporary folder: " + e.getMessage(), e);
        } finally {
            TemporaryFolder.delete(folder);
        }
    }

    private static void requireOnnxRuntime() {
        try {
            Class.forName("ai.onnxruntime.OrtEnvironment", false, FeaturesBenchmark.class.getClassLoader());
        } catch (ClassNotFoundException e) {
            throw new FileFailure(
                    "ONNX Runtime is not on the class path; start this measurement with the launcher of the repository",
                    e);
        }
    }

    private Report measure() {
        Path file = options.network();
        if (file == null) {
            file = folder.resolve("network.onnx");
            Model.write(file, GeneratedMobileNet.of(options.width(), 1));
        }
        if (Networks.isTorchScript(file)) {
            throw new InvalidInput(file + " is TorchScript, which ONNX Runtime does not take; give an ONNX file");
        }
        Path pictures = options.images();
        if (pictures == null) {
            progress.accept("making " + options.pictures() + " pictures");
            pictures = folder.resolve("pictures");
            GeneratedPictures.write(pictures, options.pictures(), 1);
        }
        Network found = Networks.load(file);
        Preprocessing own = options.preset().preprocessing();
        Preprocessing preprocessing = found.input().height() > 0
                ? own.withSize(found.input().height(), found.input().width())
                : own;
        try (Network network = Networks.fit(found, file, preprocessing.cropHeight(), preprocessing.cropWidth());
                Workers workers = new Workers(options.threads())) {
            Network.Cut cut = network.cut(layer(network));
            try (OnnxRuntimeCut other = new OnnxRuntimeCut(file, folder.resolve("both.onnx"), network, cut)) {
                ImageList list = ImageList.of(pictures);
                FeatureExtraction.Source ours =
                        new FeatureExtraction.Source(file, network, PatchLayer.of(cut, null), list, preprocessing);
                FeatureExtraction.Source theirs =
                        new FeatureExtraction.Source(file, network, PatchLayer.of(other, null), list, preprocessing);
                return measure(ours, theirs, workers);
            }
        }
    }

    private String layer(Network network) {
        return options.layer() != null
                ? options.layer().toString()
                : PatchLayer.last(network)
                        .orElseThrow(() -> new InvalidInput("the network has no layer with patches"))
                        .name();
    }

    private Report measure(FeatureExtraction.Source ours, FeatureExtraction.Source theirs, Workers workers) {
        progress.accept("warming up");
        FeatureSet set = extract(ours, workers);
        int images = set.images();
        float[] expected = features(set);
        double difference = difference(features(extract(theirs, workers)), expected);
        Timings our = new Timings();
        Timings their = new Timings();
        for (int i = 0; i < options.repetitions(); i++) {
            boolean oursFirst = i % 2 == 0;
            time(oursFirst ? ours : theirs, oursFirst ? our : their, workers);
            time(oursFirst ? theirs : ours, oursFirst ? their : our, workers);
            progress.accept(String.format(
                    Locale.ROOT,
                    "repetition %d: ours %.2f s, ONNX Runtime %.2f s",
                    i + 1,
                    our.seconds.get(i),
                    their.seconds.get(i)));
        }
        timeNetworks(ours, theirs, our, their);
        return new Report(
                ours.layer().cut().layer().name(),
                images,
                options.batch(),
                options.threads(),
                options.repetitions(),
                our.side(),
                their.side(),
                difference);
    }

    private static float[] features(FeatureSet set) {
        try (Scope scope = Scope.open()) {
            return set.range(0, set.images()).rows(0, set.images()).toFloats();
        }
    }

    /** The largest difference, relative to the largest expected number. */
    static double difference(float[] found, float[] expected) {
        double largest = 0;
        double scale = 0;
        for (int i = 0; i < expected.length; i++) {
            largest = Math.max(largest, Math.abs(found[i] - expected[i]));
            scale = Math.max(scale, Math.abs(expected[i]));
        }
        return largest / scale;
    }

    private FeatureSet extract(FeatureExtraction.Source source, Workers workers) {
        FeatureExtraction.Options how = FeatureExtraction.Options.DEFAULT
                .withBatchImages(options.batch())
                .withStrict(true);
        Path out = folder.resolve("features");
        TemporaryFolder.delete(out);
        return FeatureExtraction.run(out, source, how, workers, Monitor.NONE);
    }

    private void time(FeatureExtraction.Source source, Timings timings, Workers workers) {
        long processor = ProcessorTime.ofProcess();
        long start = System.nanoTime();
        extract(source, workers);
        timings.seconds.add((System.nanoTime() - start) / 1e9);
        timings.processor.add((ProcessorTime.ofProcess() - processor) / 1e9);
    }

    private void timeNetworks(
            FeatureExtraction.Source ours, FeatureExtraction.Source theirs, Timings our, Timings their) {
        try (Scope scope = Scope.open()) {
            Preprocessing size = ours.preprocessing();
            Tensor images = size.tensor(new float[options.batch() * size.length()]);
            for (int i = 0; i < NETWORK_RUNS; i++) {
                our.network.add(timeNetwork(ours.layer().cut(), images));
                their.network.add(timeNetwork(theirs.layer().cut(), images));
            }
        }
    }

    private double timeNetwork(Network.Cut cut, Tensor images) {
        try (Scope scope = Scope.open()) {
            long start = ProcessorTime.ofThread();
            cut.upper(cut.lower(images)).toFloats();
            return (ProcessorTime.ofThread() - start) / 1e9 / options.batch();
        }
    }

    /** Measurements of one side. */
    private static final class Timings {
        private final List<Double> seconds = new ArrayList<>();
        private final List<Double> processor = new ArrayList<>();
        private final List<Double> network = new ArrayList<>();

        Side side() {
            return new Side(Median.of(seconds), Median.of(processor), Median.of(network));
        }
    }
}
