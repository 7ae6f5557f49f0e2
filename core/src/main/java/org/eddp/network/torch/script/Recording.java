package org.eddp.network.torch.script;

import java.util.List;
import java.util.Map;
import org.eddp.network.Network.ImageInput;
import org.eddp.network.NetworkFailure;
import org.eddp.network.onnx.file.OnnxTensor;
import org.eddp.network.torch.TorchGraph;
import org.eddp.network.torch.TorchTensor;
import org.eddp.network.torch.WholeNumbers.BatchNumber;

/**
 * A program that was run once: the operators that it called, in order.
 *
 * @param images its input
 * @param graph the recorded calls
 * @param weights tensors of the file that it read
 * @param scopes modules around each call of the graph
 * @param result its return value
 * @param output the part of the result that has the logits
 */
record Recording(
        ImageInput images,
        TorchGraph graph,
        Map<TorchTensor, OnnxTensor> weights,
        List<List<String>> scopes,
        Object result,
        TorchTensor output)
        implements AutoCloseable {
    /** The usual size first, then other sizes that networks were made for. */
    private static final int[] SIZES = {
        224, 256, 299, 384, 518, 448, 336, 240, 192, 160, 128, 112, 96, 64, 260, 288, 300, 320, 331, 380, 456, 512, 32,
        48, 40, 28, 24, 16, 8
    };

    private static final int USUAL_CHANNELS = 3;
    /** Used instead of a name: the first result. */
    private static final String ANY = "*";

    /**
     * Runs a program on images of the first size that it takes.
     *
     * @param asked the images, with sizes and channels of 0 where they are to be found; null for all of them
     * @param output name or number of the result with the logits, null if there is only one
     */
    static Recording of(ScriptProgram program, ImageInput asked, String output, Budget budget) {
        boolean sized = asked != null && asked.height() > 0 && asked.width() > 0;
        int channels = asked != null && asked.channels() > 0 ? asked.channels() : USUAL_CHANNELS;
        InputSizeFailure first = null;
        for (int i = 0; i < (sized ? 1 : SIZES.length); i++) {
            int height = sized ? asked.height() : SIZES[i];
            int width = sized ? asked.width() : SIZES[i];
            try {
                return attempt(program, channels, height, width, output, budget);
            } catch (Channels.Other e) {
                if (asked != null && asked.channels() > 0) {
                    throw new NetworkFailure("its first convolution takes images of " + e.channels
                            + " channels, not of " + asked.channels());
                }
                return of(
                        program, new ImageInput("", e.channels, sized ? height : 0, sized ? width : 0), output, budget);
            } catch (InputSizeFailure e) {
                first = first == null ? e : first;
            }
        }
        if (sized) {
            throw new NetworkFailure(
                    "it does not take images of " + channels + " x " + asked.height() + " x " + asked.width() + ": "
                            + first.getMessage(),
                    first);
        }
        throw new NetworkFailure.SizeNeeded(
                first.getMessage() + " (on images of " + channels + " x " + SIZES[0] + " x " + SIZES[0]
                        + "; other usual sizes fail as well); give the size it was made for",
                first);
    }

    /** The same for a program whose result does not matter. */
    static Recording ofAny(ScriptProgram program, ImageInput asked, Budget budget) {
        return of(program, asked, ANY, budget);
    }

    /** Whether a program that takes images of one size takes others as well: the user may then choose the size. */
    boolean takesOthers(ScriptProgram program, String name, Budget budget) {
        for (int more = 32; more <= (images.height() < 64 ? 64 : 32); more += 32) {
            int height = images.height() + more;
            int width = images.width() + more;
            try (Recording other = attempt(program, images.channels(), height, width, name, budget)) {
                if (other.output.rank() != output.rank()) {
                    return false;
                }
            } catch (InputSizeFailure | Channels.Other e) {
                return false;
            }
        }
        return true;
    }

    /** Runs two images together, or one if that fails or mixes them. */
    private static Recording attempt(
            ScriptProgram program, int channels, int height, int width, String output, Budget budget) {
        ImageInput images = new ImageInput(program.inputName(), channels, height, width);
        InputSizeFailure together;
        try {
            Recording both = run(program, images, true, output, budget);
            if (both.output.rank() > 0 && both.output.size(0).equals(new BatchNumber(1, 2))) {
                return both;
            }
            both.close();
            together = null;
        } catch (NumberOperators.BatchDependent e) {
            together = null;
        } catch (InputSizeFailure e) {
            together = e;
        }
        try {
            return run(program, images, false, output, budget);
        } catch (InputSizeFailure e) {
            throw together == null ? e : together;
        }
    }

    private static Recording run(
            ScriptProgram program, ImageInput images, boolean batched, String output, Budget budget) {
        TorchGraph graph = new TorchGraph(images, batched);
        try {
            Interpreter interpreter = new Interpreter(program, graph, budget);
            Object result = interpreter.run();
            TorchTensor logits = chosen(ResultTensors.of(result, interpreter), result instanceof Map, output);
            return new Recording(
                    images, graph, interpreter.weights(), interpreter.scopes().ofCalls(), result, logits);
        } catch (RuntimeException e) {
            graph.close();
            throw e;
        } catch (StackOverflowError | OutOfMemoryError e) { // of lists in lists that a loop has made
            graph.close();
            throw new NetworkFailure("its program nests values too deep, or makes too many", e);
        }
    }

    private static TorchTensor chosen(Map<String, TorchTensor> results, boolean dictionary, String output) {
        if (results.isEmpty()) {
            throw new NetworkFailure("its forward returns no tensor; a classifier returns n x classes logits");
        }
        if (output == null && results.size() > 1) {
            throw new NetworkFailure.OutputNeeded((dictionary ? "it returns a dictionary of " : "it returns ")
                    + results.size() + " results, " + results.keySet() + "; choose the one with the logits");
        }
        if (output != null && !output.equals(ANY) && !results.containsKey(output) && !results.containsKey("")) {
            throw new NetworkFailure("it has no output '" + output + "', only " + results.keySet());
        }
        return results.getOrDefault(output, results.values().iterator().next());
    }

    @Override
    public void close() {
        graph.close();
    }
}
