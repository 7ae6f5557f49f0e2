package org.eddp.network.onnx;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.eddp.names.NearNames;
import org.eddp.network.Cut;
import org.eddp.network.ImageInput;
import org.eddp.network.Layer;
import org.eddp.network.Network;
import org.eddp.network.NetworkFailure;
import org.eddp.tensor.DType;
import org.eddp.tensor.Scope;
import org.eddp.tensor.Tensor;
import org.eddp.tensor.Views;

/**
 * A classifier from an ONNX file (opset 11 to 17), run operator by operator.
 *
 * <p>If the file ends in a softmax (or its logarithm), {@link #logits} gives what goes into it. Layers have the names the
 * file has for the values; {@link #cut} also takes the name of a node or of a module of the program the network was
 * exported from ({@code layer4.1}), which stands for the last value computed inside.
 *
 * <p>Weights are kept once, in single precision, and are not differentiated. Nothing is recorded for gradients unless the
 * input is. A file that only works with one image at a time is run image by image.
 */
public final class OnnxNetwork implements Network {
    /** Height and width of images where the file leaves them open. */
    private static final int USUAL_SIZE = 224;

    private final String name;
    private final Signature signature;
    private final ImageInput input;
    private final DType floating;
    private final Circuit circuit;
    private final boolean batches;
    private final Anatomy anatomy;
    private final LayerNames names;
    private final Map<Integer, Layer> layers = new LinkedHashMap<>();
    private final Program whole;
    private final int classes;
    private volatile boolean closed;

    private OnnxNetwork(String name, Signature signature, Circuit circuit, DType floating, ImageInput asked) {
        this.name = name;
        this.signature = signature;
        this.floating = floating;
        this.circuit = circuit;
        input = sized(signature.input(), asked);
        int height = input.height() > 0 ? input.height() : USUAL_SIZE;
        int width = input.width() > 0 ? input.width() : USUAL_SIZE;
        Probe probe = Probe.run(circuit, floating, input.channels(), height, width);
        batches = probe.batches();
        anatomy = new Anatomy(circuit, probe.shapes());
        whole = anatomy.whole();
        classes = classes(probe.shapes().of(circuit.output(), 1));
        names = new LayerNames(circuit, anatomy);
        for (int slot : anatomy.cuts()) {
            long[] shape = probe.shapes().ofPatches(slot);
            if (shape != null) {
                Step step = circuit.steps().get(anatomy.position(slot));
                layers.put(
                        slot,
                        new Layer(
                                circuit.names()[slot],
                                step.node().operator(),
                                shape,
                                LayerActivation.of(step, circuit)));
            }
        }
    }

    /** What the file says, and where it leaves lengths open, what was asked for. */
    private static ImageInput sized(ImageInput file, ImageInput asked) {
        return asked == null
                ? file
                : new ImageInput(
                        file.name(),
                        file.channels(),
                        file.height() > 0 ? file.height() : asked.height(),
                        file.width() > 0 ? file.width() : asked.width());
    }

    private int classes(long[] shape) {
        long count = Arrays.stream(shape).reduce(1, (a, b) -> a * b);
        if (!anatomy.connected() || shape.length < 2 || shape[0] != 1 || shape[1] != count) {
            throw new NetworkFailure("its output '" + circuit.names()[circuit.output()] + "' has the shape "
                    + Arrays.toString(shape) + " for one image; a classifier gives one number per class");
        }
        return Math.toIntExact(count);
    }

    /**
     * Loads a network with one output.
     *
     * @throws NetworkFailure if the file is no network that can be run here; the message says why
     */
    public static OnnxNetwork load(Path file) {
        return load(file, null, DType.FLOAT32, null);
    }

    /**
     * Loads a network with several outputs.
     *
     * @param output name of the output with the logits or probabilities
     * @throws NetworkFailure if the file is no network that can be run here; the message says why
     */
    public static OnnxNetwork load(Path file, String output) {
        return load(file, output, DType.FLOAT32, null);
    }

    /**
     * Loads a network for images of a size.
     *
     * @param input height and width where the file leaves them open
     * @throws NetworkFailure if the file is no network that can be run here; the message says why
     */
    public static OnnxNetwork load(Path file, ImageInput input) {
        return load(file, null, DType.FLOAT32, input);
    }

    static OnnxNetwork load(Path file, String output, DType floating) {
        return load(file, output, floating, null);
    }

    private static OnnxNetwork load(Path file, String output, DType floating, ImageInput asked) {
        Model model = OnnxFile.read(file);
        try {
            Signature signature = Signature.of(model, output);
            Circuit circuit = Compiler.compile(
                    model.graph(), signature.opset(), signature.input().name(), signature.logits(), floating);
            try {
                return new OnnxNetwork(String.valueOf(file.getFileName()), signature, circuit, floating, asked);
            } catch (RuntimeException e) {
                circuit.close();
                throw e;
            }
        } catch (NetworkFailure e) {
            throw new NetworkFailure("cannot load " + file + ": " + e.getMessage(), e);
        }
    }

    @Override
    public String format() {
        return "ONNX, opset " + signature.opset();
    }

    @Override
    public ImageInput input() {
        return input;
    }

    @Override
    public List<Layer> layers() {
        return List.copyOf(layers.values());
    }

    @Override
    public int classes() {
        return classes;
    }

    @Override
    public Tensor logits(Tensor images) {
        checkImages(images);
        return asLogits(run(whole, images));
    }

    @Override
    public Cut cut(String layer) {
        Integer slot = names.find(layer);
        if (slot == null) {
            throw new NetworkFailure(name + " has no layer '" + layer + "'; near names: "
                    + String.join(", ", NearNames.of(layer, names.leadingTo(layers.keySet()))));
        }
        Layer found = layers.get(slot);
        if (found == null) {
            throw notACut(layer, slot);
        }
        return new OnnxCut(found, anatomy.lower(slot), anatomy.upper(slot));
    }

    private NetworkFailure notACut(String layer, int slot) {
        int position = anatomy.position(slot);
        String next = layers.keySet().stream()
                .filter(other -> anatomy.position(other) > position)
                .findFirst()
                .map(other -> "; the next place to cut is '" + circuit.names()[other] + "'")
                .orElse("");
        String beside = anatomy.readBeside(slot);
        String reason = beside == null
                ? "it has no patches (eddp network lists the layers that do)"
                : "the part above it also reads '" + beside + "' from below it";
        return new NetworkFailure(name + " cannot be cut at '" + layer + "': " + reason + next);
    }

    private Tensor run(Program program, Tensor given) {
        if (closed) {
            throw new IllegalStateException(name + " is closed");
        }
        Tensor input = given.to(floating);
        int count = input.size(0);
        if (batches || count == 1) {
            return program.run(input);
        }
        return Scope.inner(() -> {
            Tensor[] results = new Tensor[count];
            for (int i = 0; i < count; i++) {
                results[i] = program.run(input.narrow(0, i, 1));
            }
            return Views.concatenate(0, results);
        });
    }

    private Tensor asLogits(Tensor output) {
        return output.shape().length == 2 ? output : Views.reshape(output, output.size(0), classes);
    }

    private void checkImages(Tensor images) {
        long[] shape = images.shape();
        boolean fits = shape.length == 4
                && shape[1] == input.channels()
                && (input.height() == 0 || shape[2] == input.height())
                && (input.width() == 0 || shape[3] == input.width());
        if (!fits) {
            throw new IllegalArgumentException("images of shape " + Arrays.toString(shape) + " do not fit " + name
                    + ", which takes n x " + input.channels() + " x " + (input.height() == 0 ? "h" : input.height())
                    + " x " + (input.width() == 0 ? "w" : input.width()));
        }
    }

    @Override
    public void close() {
        if (!closed) {
            closed = true;
            circuit.close();
        }
    }

    private final class OnnxCut implements Cut {
        private final Layer layer;
        private final Program lower;
        private final Program upper;

        OnnxCut(Layer layer, Program lower, Program upper) {
            this.layer = layer;
            this.lower = lower;
            this.upper = upper;
        }

        @Override
        public Layer layer() {
            return layer;
        }

        @Override
        public Tensor lower(Tensor images) {
            checkImages(images);
            return run(lower, images);
        }

        @Override
        public Tensor upper(Tensor features) {
            long[] shape = features.shape();
            if (shape.length != layer.shape().length + 1 || shape[1] != layer.shape()[0] && shape.length == 4) {
                throw new IllegalArgumentException(
                        "features of shape " + Arrays.toString(shape) + " do not fit layer " + layer);
            }
            return asLogits(run(upper, features));
        }
    }
}
