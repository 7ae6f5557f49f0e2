package org.eddp.study;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.eddp.features.PatchLayer;
import org.eddp.files.FileFailure;
import org.eddp.files.arrays.SafetensorsFile;
import org.eddp.monitor.Monitor;
import org.eddp.network.LinearReadout;
import org.eddp.network.Network;
import org.eddp.network.NetworkFailure;
import org.eddp.network.OutputKind;
import org.eddp.network.load.Networks;
import org.eddp.tensor.DType;
import org.eddp.tensor.Scope;
import org.eddp.tensor.Tensor;

/**
 * Compares network files with reference values of the program that exported them.
 *
 * <p>Beside {@code FILE} may lie {@code FILE.safetensors} with the reference: {@code input} (n x channels x height x
 * width), {@code logits} (n x classes) and {@code features.NAME} of any layers (n x D x H x W or n x T x D, whatever
 * order of axes the file has).
 */
public final class NetworkCheck {
    /** Largest difference that counts as rounding, relative to the largest number of the reference. */
    public static final double TOLERANCE = 1e-5;

    private static final String FEATURES = "features.";
    private static final String REFERENCE = ".safetensors";

    private NetworkCheck() {}

    /**
     * The result for one file.
     *
     * @param file its name
     * @param format kind and version, null if it could not be read
     * @param layer the layer to study, null if there is none
     * @param shape of that layer
     * @param linear whether what is above it is pooling and one linear layer
     * @param layersKnown how many layers the reference has
     * @param layersRight how many of them are there under their names, and agree
     * @param headRight whether what is above the layer gives the logits of the reference, null without a reference
     * @param largestError relative difference of features and logits, null without a reference
     * @param problem why the file could not be read, null if it could
     */
    public record Row(
            String file,
            String format,
            String layer,
            long[] shape,
            boolean linear,
            int layersKnown,
            int layersRight,
            Boolean headRight,
            Double largestError,
            String problem) {
        /** Whether everything that could be compared agrees. */
        public boolean right() {
            return problem == null && layersRight == layersKnown && !Boolean.FALSE.equals(headRight);
        }
    }

    /**
     * All network files of a folder, in the order of their names.
     *
     * @throws FileFailure if there is none
     */
    public static List<Row> run(Path folder, Monitor monitor) {
        List<Path> files = files(folder);
        if (files.isEmpty()) {
            throw new FileFailure(folder + " holds no network files (.onnx, .pt2, .pt)");
        }
        List<Row> rows = new ArrayList<>();
        try (Monitor.Stage stage = monitor.stage("networks", files.size())) {
            for (Path file : files) {
                stage.check("checking networks");
                rows.add(row(file));
                stage.onProgress(rows.size(), files.size());
            }
        }
        return rows;
    }

    private static List<Path> files(Path folder) {
        try (Stream<Path> all = Files.list(folder)) {
            return all.filter(file -> file.toString().matches(".*\\.(onnx|pt|pt2|pth)"))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw FileFailure.reading(folder, e);
        }
    }

    private static Row row(Path file) {
        String name = file.getFileName().toString();
        Path beside = file.resolveSibling(name + REFERENCE);
        try (Network network = load(file, beside);
                Scope scope = Scope.open()) {
            Optional<PatchLayer> layer =
                    PatchLayer.last(network).flatMap(last -> PatchLayer.ofOwnGrid(network.cut(last.name())));
            Optional<LinearReadout> readout = layer.flatMap(PatchLayer::readout);
            Comparison compared = network.outputs() != OutputKind.NONE && Files.exists(beside)
                    ? new Comparison(network, SafetensorsFile.read(beside))
                            .with(layer.orElse(null), readout.orElse(null))
                    : null;
            Network.Layer found = layer.map(l -> l.cut().layer()).orElse(null);
            return new Row(
                    name,
                    network.format(),
                    found == null ? null : found.name(),
                    found == null ? null : found.shape(),
                    readout.isPresent(),
                    compared == null ? 0 : compared.known,
                    compared == null ? 0 : compared.right,
                    compared == null || layer.isEmpty() ? null : compared.headRight,
                    compared == null ? null : compared.largest,
                    null);
        } catch (NetworkFailure e) {
            return new Row(name, null, null, null, false, 0, 0, null, null, e.getMessage());
        }
    }

    /** A network for images as large as those of its reference, which are square. */
    private static Network load(Path file, Path beside) {
        Network network = Networks.load(file);
        boolean open = network.input().height() == 0 || network.input().width() == 0 || Networks.isTorchScript(file);
        if (!open || network.outputs() == OutputKind.NONE || !Files.exists(beside)) {
            return network;
        }
        SafetensorsFile reference = SafetensorsFile.read(beside);
        double images = (double) reference.reals("logits").length / network.classes();
        double pixels =
                reference.reals("input").length / images / network.input().channels();
        int side = (int) Math.round(Math.sqrt(pixels));
        return Networks.fit(network, file, side, side);
    }

    /** A network beside its reference. */
    private static final class Comparison {
        private final Network network;
        private final SafetensorsFile reference;
        private final Tensor images;
        private final int count;
        private int known;
        private int right;
        private boolean headRight;
        private double largest;

        Comparison(Network network, SafetensorsFile reference) {
            this.network = network;
            this.reference = reference;
            double[] pixels = reference.reals("input");
            double[] logits = reference.reals("logits");
            count = logits.length / network.classes();
            long channels = network.input().channels();
            long side = Math.round(Math.sqrt((double) pixels.length / Math.max(1, count) / channels));
            long height = network.input().height() > 0 ? network.input().height() : side;
            long width = network.input().width() > 0 ? network.input().width() : side;
            if (count * network.classes() != logits.length || count * channels * height * width != pixels.length) {
                throw new NetworkFailure("its reference has " + pixels.length + " pixels and " + logits.length
                        + " logits, which fit no number of images of " + channels + " x " + height + " x " + width
                        + " and "
                        + network.classes() + " classes");
            }
            images = Tensor.of(pixels, DType.FLOAT32, count, channels, height, width);
            largest = error(network.logits(images).toDoubles(), logits);
        }

        Comparison with(PatchLayer layer, LinearReadout readout) {
            for (String array : reference.names()) {
                if (array.startsWith(FEATURES)) {
                    known++;
                    features(array);
                }
            }
            if (layer != null) {
                Tensor output = layer.cut().lower(images);
                double[] logits =
                        readout == null ? layer.cut().upper(output).toDoubles() : closed(layer, readout, output);
                headRight = error(logits, reference.reals("logits")) <= TOLERANCE;
            }
            return this;
        }

        private void features(String array) {
            try {
                double[] found = network.cut(array.substring(FEATURES.length()))
                        .lower(images)
                        .toDoubles();
                double error = error(found, reference.reals(array));
                right += error <= TOLERANCE ? 1 : 0;
                largest = Math.max(largest, error);
            } catch (NetworkFailure e) {
                // no such layer, or it cannot be cut there: it counts as wrong
            }
        }

        /** Logits by the class vectors: the mean over the patches of a linear function. */
        private double[] closed(PatchLayer layer, LinearReadout readout, Tensor output) {
            double[] mean = layer.rows(output)
                    .view(count, layer.grid().cells(), layer.width())
                    .mean(1)
                    .toDoubles();
            double[] logits = new double[count * readout.classes()];
            for (int n = 0; n < count; n++) {
                for (int k = 0; k < readout.classes(); k++) {
                    double sum = readout.biases()[k];
                    for (int d = 0; d < layer.width(); d++) {
                        sum += mean[n * layer.width() + d]
                                * readout.classVectors().get(d, k);
                    }
                    logits[n * readout.classes() + k] = sum;
                }
            }
            return logits;
        }

        private static double error(double[] found, double[] expected) {
            if (found.length != expected.length) {
                return Double.POSITIVE_INFINITY;
            }
            double scale = Double.MIN_NORMAL;
            double difference = 0;
            for (int i = 0; i < found.length; i++) {
                scale = Math.max(scale, Math.abs(expected[i]));
                double distance = Math.abs(found[i] - expected[i]);
                difference = Double.isNaN(distance) ? Double.POSITIVE_INFINITY : Math.max(difference, distance);
            }
            return difference / scale;
        }
    }
}
