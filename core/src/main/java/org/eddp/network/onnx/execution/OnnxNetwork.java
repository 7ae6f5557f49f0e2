package org.eddp.network.onnx.execution;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;
import org.eddp.failure.InvalidInput;
import org.eddp.network.Network;
import org.eddp.network.Network.ImageInput;
import org.eddp.network.Network.OpenSize;
import org.eddp.network.NetworkFailure;
import org.eddp.network.OutputKind;
import org.eddp.network.onnx.file.Model;
import org.eddp.tensor.DType;
import org.eddp.tensor.Tensor;
import org.eddp.tensor.Views;

/**
 * A classifier from an ONNX file (opset 11 to 23), run operator by operator in single precision.
 *
 * <p>If the file ends in a softmax (or its logarithm) or in a sigmoid, {@link #logits} gives the input of that operator.
 * Layers have the names of the modules they were exported from ({@code layer4.1}) if the file has these, or else the names
 * of values; {@link #cut} takes both, and names of nodes. The name of a module means the last value computed in it.
 */
public final class OnnxNetwork implements Network {
    private final String name;
    private final String kind;
    private final Signature signature;
    private final ImageInput input;
    private final CompiledGraph graph;
    private final List<String> outputNames;
    private final OutputKind outputs;
    private final int classes;
    /** Why the output of the file cannot be computed; null if it can. */
    private final String missing;

    private OnnxNetwork(
            String name,
            String kind,
            Signature signature,
            List<String> outputNames,
            ImageInput input,
            CompiledGraph graph,
            String missing) {
        this.name = name;
        this.kind = kind;
        this.outputNames = outputNames;
        this.signature = signature;
        this.input = input;
        this.graph = graph;
        this.missing = missing;
        long[] shape = graph.outputShape();
        long count = Arrays.stream(shape).reduce(1, (a, b) -> a * b);
        boolean ofImage = missing == null && shape.length >= 2 && shape[0] == 1 && shape[1] == count;
        if (!graph.readsImages() || !ofImage && graph.layers().isEmpty()) {
            throw new NetworkFailure("its output '" + signature.logits() + "' has the shape " + Arrays.toString(shape)
                    + " for one image; a classifier gives one number per class");
        }
        outputs = !ofImage
                ? OutputKind.NONE
                : signature.embedding()
                        ? OutputKind.EMBEDDING
                        : signature.sigmoid() ? OutputKind.LABELS : OutputKind.CLASSES;
        classes = ofImage ? Math.toIntExact(count) : 1;
    }

    /**
     * Loads a network with one output.
     *
     * @throws NetworkFailure if the file is not a network that can be run here; the message says why
     */
    public static OnnxNetwork load(Path file) {
        return load(file, null, DType.FLOAT32, () -> null);
    }

    /**
     * Loads a network with several outputs.
     *
     * @param output name of the output with the logits or probabilities
     * @throws NetworkFailure if the file is not a network that can be run here; the message says why
     */
    public static OnnxNetwork load(Path file, String output) {
        return load(file, output, DType.FLOAT32, () -> null);
    }

    /**
     * Loads a network.
     *
     * @param size of the images where the file leaves it open, null for the most usual one
     * @param output name of the output with the logits or probabilities, null if there is only one
     * @throws NetworkFailure if the file is not a network that can be run here; the message says why
     */
    public static OnnxNetwork load(Path file, OpenSize size, String output) {
        return load(file, () -> size, output);
    }

    /**
     * Loads a network.
     *
     * @param size called only if the file leaves the size of the images open; may give null for the most usual one
     */
    public static OnnxNetwork load(Path file, Supplier<OpenSize> size, String output) {
        return load(file, output, DType.FLOAT32, size);
    }

    static OnnxNetwork load(Path file, String output, DType floating) {
        return load(file, output, floating, () -> null);
    }

    private static OnnxNetwork load(Path file, String output, DType floating, Supplier<OpenSize> size) {
        Model model = QuantisedTypes.noted(ChannelsLastInput.turned(Model.read(file)));
        try {
            String name = String.valueOf(file.getFileName());
            Signature signature = Signature.of(model, output);
            OpenSize given = signature.input().open() ? size.get() : null;
            String kind = "ONNX, opset " + signature.opset();
            try {
                return of(name, kind, model, signature, signature.logits(), null, given, floating, null);
            } catch (NetworkFailure e) {
                return backbone(name, kind, model, signature, given, floating, e);
            }
        } catch (NetworkFailure e) {
            throw e.after("cannot load " + file + ": ");
        }
    }

    /**
     * @param end name of the value that is computed
     * @param declared images that the file takes, null for those that the graph takes
     * @param missing why the output of the file cannot be computed, null if it can
     */
    private static OnnxNetwork of(
            String name,
            String kind,
            Model model,
            Signature signature,
            String end,
            ImageInput declared,
            OpenSize size,
            DType floating,
            String missing) {
        CompiledGraph graph = CompiledGraph.of(name, model, signature.input(), end, size, floating);
        ImageInput images =
                declared == null ? graph.input() : graph.input().withSize(declared.height(), declared.width());
        try {
            return new OnnxNetwork(name, kind, signature, Signature.outputs(model.graph()), images, graph, missing);
        } catch (RuntimeException e) {
            graph.close();
            throw e;
        }
    }

    /** The part below unsupported operators, if it can be studied. */
    private static OnnxNetwork backbone(
            String name,
            String kind,
            Model model,
            Signature signature,
            OpenSize size,
            DType floating,
            NetworkFailure why) {
        for (Model part : SupportedPart.of(model, signature.input().name(), signature.logits(), floating)) {
            try {
                return of(name, kind, part, signature, SupportedPart.END, null, size, floating, why.getMessage());
            } catch (NetworkFailure e) {
                // a shorter part may work
            }
        }
        throw why;
    }

    /**
     * A network from a graph that was made of a file of another kind.
     *
     * @param name of the network, for messages
     * @param model its graph; the sizes of its input are definite
     * @param kind of the file, for {@link #format}
     * @param declared images that the file takes, with 0 for lengths that it leaves open
     * @param output name of the output with the logits or probabilities, null if there is only one
     * @throws NetworkFailure if it is not a network that can be run here
     */
    public static OnnxNetwork of(String name, Model model, String kind, ImageInput declared, String output) {
        Signature signature = Signature.of(model, output);
        return of(name, kind, model, signature, signature.logits(), declared, null, DType.FLOAT32, null);
    }

    /**
     * Name of the value of a model that {@link #logits} gives.
     *
     * @param output name of the output with the logits or probabilities, null if there is only one
     * @throws NetworkFailure if the model is not a classifier of images
     */
    public static String logitsOf(Model model, String output) {
        return Signature.of(ChannelsLastInput.turned(model), output).logits();
    }

    @Override
    public String format() {
        return kind
                + (missing != null
                        ? ", a backbone alone: " + missing
                        : signature.softmax() ? SOFTMAX_LEFT_OUT : signature.sigmoid() ? SIGMOID_LEFT_OUT : "");
    }

    @Override
    public List<String> outputNames() {
        return outputNames;
    }

    @Override
    public OutputKind outputs() {
        return outputs;
    }

    @Override
    public ImageInput input() {
        return input;
    }

    @Override
    public List<Network.Layer> layers() {
        return graph.layers();
    }

    @Override
    public List<List<String>> operations() {
        return graph.operations();
    }

    @Override
    public int classes() {
        return classes;
    }

    @Override
    public Tensor logits(Tensor images) {
        checkImages(images);
        return outputs == OutputKind.NONE ? nothing(images) : asLogits(graph.run(images));
    }

    @Override
    public Network.Cut cut(String layer) {
        CompiledGraph.Halves halves = graph.cut(layer);
        return new Network.Cut.Halves(
                halves.layer(),
                images -> {
                    checkImages(images);
                    return halves.lower().apply(images);
                },
                features -> {
                    checkFeatures(features, halves.layer());
                    return outputs == OutputKind.NONE
                            ? nothing(features)
                            : asLogits(halves.upper().apply(features));
                },
                outputs());
    }

    private static void checkFeatures(Tensor features, Network.Layer layer) {
        long[] shape = features.shape();
        long[] expected = layer.shape();
        if (shape.length != expected.length + 1 || shape[1] != expected[0] && shape.length == 4) {
            throw new IllegalArgumentException(
                    "features of shape " + Arrays.toString(shape) + " do not fit layer " + layer);
        }
    }

    private static Tensor nothing(Tensor batch) {
        return Tensor.zeros(DType.FLOAT32, batch.size(0), 1);
    }

    private Tensor asLogits(Tensor output) {
        return output.shape().length == 2 ? output : Views.reshape(output, output.size(0), classes);
    }

    private void checkImages(Tensor images) {
        ImageInput built = graph.input();
        long[] shape = images.shape();
        if (shape.length != 4
                || shape[1] != input.channels()
                || (built.height() > 0 && shape[2] != built.height())
                || (built.width() > 0 && shape[3] != built.width())) {
            throw new InvalidInput("images of shape " + Arrays.toString(shape) + " do not fit " + name
                    + ", which takes n x " + input.channels() + " x " + (built.height() == 0 ? "h" : built.height())
                    + " x " + (built.width() == 0 ? "w" : built.width())
                    + (input.height() == built.height() ? "" : " unless it is loaded for images of another size"));
        }
    }

    /** Whether it takes images of a size without being loaded again. */
    public boolean takes(int height, int width) {
        ImageInput built = graph.input();
        return (built.height() == 0 || built.height() == height) && (built.width() == 0 || built.width() == width);
    }

    @Override
    public void close() {
        graph.close();
    }
}
