package org.eddp.network.torchscript;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.OptionalInt;
import java.util.SplittableRandom;
import java.util.function.Supplier;
import org.eddp.network.Network.ImageInput;
import org.eddp.network.NetworkFailure;
import org.eddp.tensor.Scope;
import org.eddp.tensor.Tensor;
import org.eddp.tensor.Views;
import org.eddp.tensor.script.ScriptFailure;
import org.eddp.tensor.script.ScriptGraph;
import org.eddp.tensor.script.ScriptModule;

/**
 * Finds out by running a network which images it takes and what its layers return. TorchScript does not record either.
 */
final class ScriptTrial {
    /** The usual size first, then other sizes that networks were made for. */
    private static final int[] SIZES = {
        224, 32, 28, 64, 96, 112, 128, 160, 192, 240, 256, 260, 288, 299, 300, 320, 331, 336, 380, 384, 448, 456, 512,
        518, 48, 40, 24, 16, 8
    };

    private static final int[] CHANNELS = {3, 1};
    /**
     * Below this, a transformer may see a single patch, and lay the positions of all its patches over it: it runs, on a size that it
     * was not made for.
     */
    private static final int SINGLE_PATCH = 64;
    /** More than one, to tell the batch from other dimensions of length one. */
    private static final int IMAGES = 2;

    private static final double TOLERANCE = 1e-4;

    /** Images that the network takes, and what it makes of them. */
    private record Trial(ImageInput size, Tensor images, Tensor result) {
        int count() {
            return images.size(0);
        }
    }

    private ScriptTrial() {}

    /**
     * Flattens a module's program and runs it.
     *
     * @param source loads the module, again after every failure
     * @param known the images it takes, or null
     * @param output name or number of the result with the logits, null if there is only one
     */
    static TrialFacts of(Supplier<ScriptModule> source, ImageInput known, String output) {
        try (Scope scope = Scope.open();
                TrialModule module = new TrialModule(source)) {
            Choice choice;
            String name;
            try (ScriptGraph graph = ScriptGraph.of(module.get(), output, false)) {
                choice = new Choice(graph.outputs(), output);
                name = graph.inputName();
            }
            Trial trial = known == null ? search(module, choice, name) : attempt(module, choice, known);
            try (ScriptGraph graph = ScriptGraph.of(module.get(), output, false)) {
                Tensor[] results = graph.everything().applyAll(trial.images());
                if (agree(trial.result(), results[0], graph.softmaxRemoved())) {
                    return facts(graph, module, trial, results, known, false);
                }
            }
            try (ScriptGraph graph = ScriptGraph.of(module.get(), output, true)) {
                Tensor[] results = graph.everything().applyAll(trial.images());
                return facts(graph, module, trial, results, known, true);
            }
        }
    }

    private static TrialFacts facts(
            ScriptGraph graph,
            TrialModule module,
            Trial trial,
            Tensor[] results,
            ImageInput known,
            boolean overwriting) {
        Tensor logits = graph.whole().apply(trial.images());
        if (!agree(trial.result(), logits, graph.softmaxRemoved())) {
            throw new ScriptFailure("its program could not be taken apart faithfully;"
                    + " export it with torch.jit.trace instead of torch.jit.script, or as ONNX");
        }
        ImageInput input = known == null ? openIfOther(module, trial.size()) : known;
        int count = trial.count();
        return new TrialFacts(input, classes(logits, count), count > 1, overwriting, shapes(results, count));
    }

    /** Which of the results of a program is the one with the logits. */
    private record Choice(List<String> names, String wanted) {
        Tensor of(Tensor[] results) {
            if (wanted != null) {
                return results[Math.max(0, names.indexOf(wanted))];
            }
            if (Arrays.stream(results).skip(1).anyMatch(Objects::nonNull)) {
                throw new NetworkFailure("it returns " + results.length + " results, " + names
                        + "; which one has the logits has to be said");
            }
            return results[0];
        }
    }

    private static Trial search(TrialModule module, Choice choice, String name) {
        ScriptFailure first = null;
        for (int channels : CHANNELS) {
            for (int size : SIZES) {
                try {
                    Trial found = attempt(module, choice, new ImageInput(name, channels, size, size));
                    return size < SINGLE_PATCH ? orLarger(module, choice, found) : found;
                } catch (ScriptFailure e) {
                    first = first == null ? e : first;
                    if (e.getMessage().contains("channels")) {
                        break; // other sizes would not help
                    }
                }
            }
        }
        throw new ScriptFailure("it takes no square images of a usual size (on 3 x 224 x 224: " + first.getMessage()
                + "); is it a classifier of images, and if so, of which size?");
    }

    /**
     * Another size, if this one may be that of a single patch: a network that also takes the next smaller size, and refuses larger ones
     * until it takes one again. What flattens or pools maps of one size takes no smaller one.
     */
    private static Trial orLarger(TrialModule module, Choice choice, Trial found) {
        ImageInput small = found.size();
        OptionalInt smaller =
                Arrays.stream(SIZES).filter(size -> size < small.height()).max();
        if (smaller.isEmpty()
                || openIfOther(module, small) != small
                || tried(module, choice, small, smaller.getAsInt()) == null) {
            return found;
        }
        boolean refused = false;
        for (int size : Arrays.stream(SIZES)
                .filter(size -> size > small.height())
                .sorted()
                .toArray()) {
            Trial larger = tried(module, choice, small, size);
            if (refused && larger != null) {
                return larger;
            }
            refused |= larger == null;
        }
        return found;
    }

    /** Null if it does not take images of that size. */
    private static Trial tried(TrialModule module, Choice choice, ImageInput other, int size) {
        try {
            return attempt(module, choice, new ImageInput(other.name(), other.channels(), size, size));
        } catch (ScriptFailure e) {
            return null;
        }
    }

    /** Runs two images together, or one if that fails or gives something else for the first of them. */
    private static Trial attempt(TrialModule module, Choice choice, ImageInput size) {
        Tensor both = images(size.channels(), size.height(), size.width());
        Tensor one = both.narrow(0, 0, 1);
        Tensor alone = choice.of(module.forward(one));
        try {
            Tensor together = choice.of(module.forward(both));
            boolean batches = together == null || alone == null || startsWith(together, alone);
            return batches ? new Trial(size, both, together) : new Trial(size, one, alone);
        } catch (ScriptFailure e) {
            return new Trial(size, one, alone);
        }
    }

    private static boolean startsWith(Tensor together, Tensor alone) {
        return together.shape().length > 1 && together.size(0) == IMAGES && same(alone, together.narrow(0, 0, 1));
    }

    /** Sizes are open if another one works as well; from a single patch it may be the right one that does, so two others have to. */
    private static ImageInput openIfOther(TrialModule module, ImageInput size) {
        try {
            for (int more = 32; more <= (size.height() < SINGLE_PATCH ? 64 : 32); more += 32) {
                module.forward(images(size.channels(), size.height() + more, size.width() + more)
                        .narrow(0, 0, 1));
            }
            return new ImageInput(size.name(), size.channels(), 0, 0);
        } catch (ScriptFailure e) {
            return size;
        }
    }

    private static Tensor images(int channels, int height, int width) {
        SplittableRandom random = new SplittableRandom(17);
        float[] pixels = new float[IMAGES * channels * height * width];
        for (int i = 0; i < pixels.length; i++) {
            pixels[i] = (float) (4 * random.nextDouble() - 2);
        }
        return Tensor.of(pixels, IMAGES, channels, height, width);
    }

    /** Whether the flattened program computes what the file's own program does. */
    private static boolean agree(Tensor expected, Tensor logits, boolean softmaxRemoved) {
        if (expected == null) {
            throw new ScriptFailure("its forward returns no tensor; a classifier returns n x classes logits");
        }
        if (!Double.isFinite(largest(expected))) {
            throw new ScriptFailure("its logits are not finite on random images; are its weights damaged?");
        }
        return softmaxRemoved
                ? same(expected, logits.softmax(-1)) || same(expected, logits.logSoftmax(-1))
                : same(expected, logits);
    }

    private static boolean same(Tensor expected, Tensor found) {
        double scale = Math.max(1, largest(expected));
        return Arrays.equals(expected.shape(), found.shape()) && largest(expected.minus(found)) <= TOLERANCE * scale;
    }

    private static double largest(Tensor tensor) {
        return Views.reshape(tensor.abs(), -1).max(0).item();
    }

    private static int classes(Tensor logits, int count) {
        long[] shape = logits.shape();
        if (shape.length != 2 || shape[0] != count) {
            throw new ScriptFailure("its forward returns " + Arrays.toString(shape) + " for " + count
                    + (count == 1 ? " image; a" : " images; a") + " classifier returns n x classes logits");
        }
        return Math.toIntExact(shape[1]);
    }

    private static List<long[]> shapes(Tensor[] results, int count) {
        List<long[]> shapes = new ArrayList<>();
        for (int i = 1; i < results.length; i++) {
            shapes.add(patches(results[i], count));
        }
        return shapes;
    }

    private static long[] patches(Tensor result, int count) {
        if (result == null) {
            return null;
        }
        long[] shape = result.shape();
        boolean fits = (shape.length == 3 || shape.length == 4) && shape[0] == count && result.isFloating();
        return fits ? Arrays.copyOfRange(shape, 1, shape.length) : null;
    }
}
