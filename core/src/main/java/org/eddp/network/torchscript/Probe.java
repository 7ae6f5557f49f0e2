package org.eddp.network.torchscript;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.eddp.network.ImageInput;
import org.eddp.tensor.Scope;
import org.eddp.tensor.ScriptFailure;
import org.eddp.tensor.ScriptFunction;
import org.eddp.tensor.ScriptGraph;
import org.eddp.tensor.ScriptModule;
import org.eddp.tensor.Tensor;

/**
 * Finds out by running a network which images it takes and what its layers return. TorchScript does not record either.
 */
final class Probe {
    /** The usual size first, then other sizes that networks were made for. */
    private static final int[] SIZES = {
        224, 32, 28, 64, 96, 128, 160, 192, 240, 256, 260, 288, 299, 300, 320, 331, 336, 380, 384, 448, 456, 512, 518,
        48, 40, 24, 16, 8
    };

    private static final int[] CHANNELS = {3, 1};
    /** More than one, to tell the batch from other dimensions of length one. */
    private static final int IMAGES = 2;

    private static final double TOLERANCE = 1e-4;

    /**
     * @param input height and width are zero if the network takes more than one size
     * @param shapes per place of the graph, of one image; null where it is not maps or tokens
     */
    record Found(ScriptGraph graph, ImageInput input, int classes, List<long[]> shapes) {}

    private Probe() {}

    /** @param known the images it takes, or null */
    static Found of(ScriptModule module, ImageInput known) {
        ScriptGraph graph = ScriptGraph.of(module, false);
        try {
            ScriptFunction forward = module.forward();
            ImageInput size = known == null ? search(forward, graph.inputName()) : known;
            if (!agree(forward, graph, size)) {
                graph.close();
                graph = ScriptGraph.of(module, true);
                if (!agree(forward, graph, size)) {
                    throw new ScriptFailure("its program could not be taken apart faithfully;"
                            + " export it with torch.jit.trace instead of torch.jit.script, or as ONNX");
                }
            }
            return describe(graph, known == null ? openIfOther(forward, size) : size, size);
        } catch (RuntimeException e) {
            graph.close();
            throw e;
        }
    }

    private static ImageInput search(ScriptFunction forward, String name) {
        ScriptFailure first = null;
        for (int channels : CHANNELS) {
            for (int size : SIZES) {
                try (Scope scope = Scope.open()) {
                    forward.applyAll(images(channels, size, size));
                    return new ImageInput(name, channels, size, size);
                } catch (ScriptFailure e) {
                    first = first == null ? e : first;
                }
            }
        }
        throw new ScriptFailure("it takes no square images of a usual size (on 3 x 224 x 224: " + first.getMessage()
                + "); is it a classifier of images, and if so, of which size?");
    }

    /** Sizes are open if another one works as well. */
    private static ImageInput openIfOther(ScriptFunction forward, ImageInput size) {
        try (Scope scope = Scope.open()) {
            forward.applyAll(images(size.channels(), size.height() + 32, size.width() + 32));
            return new ImageInput(size.name(), size.channels(), 0, 0);
        } catch (ScriptFailure e) {
            return size;
        }
    }

    private static Tensor images(int channels, int height, int width) {
        Random random = new Random(17);
        float[] pixels = new float[IMAGES * channels * height * width];
        for (int i = 0; i < pixels.length; i++) {
            pixels[i] = (float) random.nextGaussian();
        }
        return Tensor.of(pixels, IMAGES, channels, height, width);
    }

    /** Whether the flattened program computes what the file's own program does. */
    private static boolean agree(ScriptFunction forward, ScriptGraph graph, ImageInput size) {
        try (Scope scope = Scope.open()) {
            Tensor images = images(size.channels(), size.height(), size.width());
            Tensor expected = forward.applyAll(images)[0];
            Tensor found = graph.whole().apply(images);
            if (expected == null) {
                throw new ScriptFailure("its forward returns no tensor; a classifier returns n x classes logits");
            }
            if (graph.softmaxRemoved()) {
                return same(expected, found.softmax(-1)) || same(expected, found.logSoftmax(-1));
            }
            return same(expected, found);
        }
    }

    private static boolean same(Tensor expected, Tensor found) {
        double scale = Math.max(
                1, Arrays.stream(expected.toDoubles()).map(Math::abs).max().orElse(0));
        return Arrays.equals(expected.shape(), found.shape())
                && expected.minus(found).abs().view(-1).max(0).item() <= TOLERANCE * scale;
    }

    private static Found describe(ScriptGraph graph, ImageInput input, ImageInput size) {
        try (Scope scope = Scope.open()) {
            Tensor[] results = graph.everything().applyAll(images(size.channels(), size.height(), size.width()));
            long[] logits = results[0] == null ? new long[0] : results[0].shape();
            if (logits.length != 2 || logits[0] != IMAGES) {
                throw new ScriptFailure("its forward returns " + Arrays.toString(logits) + " for " + IMAGES
                        + " images; a classifier returns n x classes logits");
            }
            List<long[]> shapes = new ArrayList<>();
            for (int i = 1; i < results.length; i++) {
                shapes.add(patches(results[i]));
            }
            return new Found(graph, input, Math.toIntExact(logits[1]), shapes);
        }
    }

    private static long[] patches(Tensor result) {
        if (result == null) {
            return null;
        }
        long[] shape = result.shape();
        boolean fits = (shape.length == 3 || shape.length == 4) && shape[0] == IMAGES && result.isFloating();
        return fits ? Arrays.copyOfRange(shape, 1, shape.length) : null;
    }
}
