package org.eddp.network.torch.export;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.eddp.network.Network;
import org.eddp.network.Network.ImageInput;
import org.eddp.network.NetworkFailure;
import org.eddp.network.onnx.execution.OnnxNetwork;
import org.eddp.network.onnx.file.Graph;
import org.eddp.network.onnx.file.Model;
import org.eddp.network.torch.TorchArchive;
import org.eddp.network.torch.TorchGraph;
import org.eddp.network.torch.TorchTensor;
import org.eddp.network.torch.export.ExportedProgram.Input;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/** Loads networks that were written by {@code torch.export.save}. */
public final class ExportFile {
    private static final int LARGEST_IMAGE = 1 << 13;
    private static final int USUAL_SIZE = 224;

    private ExportFile() {}

    /** Whether an archive holds an exported program. */
    public static boolean isIn(TorchArchive archive) {
        return ExportedProgram.isIn(archive);
    }

    /**
     * Loads a network.
     *
     * @param asked height and width if the file leaves them open; null keeps them open
     * @param output name or number (from 0) of the output with the logits, null if there is only one
     * @throws NetworkFailure if it is not a network that can be run here; the message says why
     */
    public static Network load(Path file, ImageInput asked, String output) {
        ExportedProgram program = ExportedProgram.read(file);
        try {
            Translated translated = translate(program, asked);
            String wanted = numbered(translated.model(), output);
            return OnnxNetwork.of(
                    String.valueOf(file.getFileName()), translated.model(), "torch.export", translated.input(), wanted);
        } catch (NetworkFailure e) {
            throw e.after("cannot load " + file + ": ");
        }
    }

    /**
     * The graph of a network, with the output that has the logits as its only one.
     *
     * @param asked height and width if the file leaves them open; null keeps them open
     * @param output name or number (from 0) of the output with the logits, null if there is only one
     */
    public static Model graph(Path file, ImageInput asked, String output) {
        try {
            Model model = translate(ExportedProgram.read(file), asked).model();
            String wanted = numbered(model, output);
            Graph graph = model.graph();
            return wanted == null
                    ? model
                    : model.with(new Graph(
                            graph.name(),
                            graph.nodes(),
                            graph.initialisers(),
                            graph.inputs(),
                            graph.outputs().stream()
                                    .filter(value -> value.name().equals(wanted))
                                    .toList(),
                            graph.rest()));
        } catch (NetworkFailure e) {
            throw e.after("cannot load " + file + ": ");
        }
    }

    private static String numbered(Model model, String output) {
        if (output == null || !output.matches("\\d{1,6}")) {
            return output;
        }
        int number = Integer.parseInt(output);
        if (number >= model.graph().outputs().size()) {
            throw new NetworkFailure("it has no output " + output + ", only "
                    + model.graph().outputs().size());
        }
        return model.graph().outputs().get(number).name();
    }

    /**
     * A program as a graph.
     *
     * @param input images that it takes; open sizes that the caller did not give are 0
     * @param model the graph, with one input of definite size
     * @param tensors the program's tensor that a value of the graph is, by the value's name
     * @param aliases further names of such a tensor
     */
    record Translated(ImageInput input, Model model, Map<String, String> tensors, Map<String, List<String>> aliases) {}

    static Translated translate(ExportedProgram program, ImageInput asked) {
        Images images = Images.of(program, asked);
        NetworkFailure first;
        try {
            return translate(program, images, true);
        } catch (NetworkFailure e) {
            if (images.fixedBatch() != 1) {
                throw images.fixedBatch() > 1
                        ? new NetworkFailure(
                                e.getMessage() + " (it was exported for batches of " + images.fixedBatch()
                                        + " images; export it for one image, or with a dynamic batch)",
                                e)
                        : e;
            }
            first = e;
        }
        try {
            return translate(program, images, false); // one image at a time, as it was exported
        } catch (NetworkFailure e) {
            e.addSuppressed(first);
            throw e;
        }
    }

    private static Translated translate(ExportedProgram program, Images images, boolean batched) {
        try {
            return translated(program, images, batched);
        } catch (NullPointerException
                | ClassCastException
                | IndexOutOfBoundsException
                | IllegalArgumentException
                | ArithmeticException
                | JacksonException
                | StackOverflowError e) { // of a graph that torch.export does not write
            throw new NetworkFailure("its graph is not as torch.export.save writes it; the file is damaged", e);
        }
    }

    private static Translated translated(ExportedProgram program, Images images, boolean batched) {
        StoredWeights weights = new StoredWeights(program);
        try (TorchGraph graph = new TorchGraph(images.built(), batched)) {
            ProgramTranslation translation = new ProgramTranslation(graph);
            for (Input input : program.inputs()) {
                if (!input.target().isEmpty()) {
                    translation.put(input.argument(), graph.constant(weights.read(input.argument(), input.target())));
                } else if (input.argument().equals(images.built().name())) {
                    translation.put(input.argument(), graph.images());
                }
            }
            translation.run(program.graph().path("nodes"));
            Map<String, TorchTensor> outputs = new LinkedHashMap<>();
            program.outputs().forEach((name, value) -> outputs.put(name, translation.tensor(value)));
            return new Translated(
                    images.declared(), graph.model(outputs), Map.copyOf(translation.tensors()), translation.aliases());
        }
    }

    /**
     * The input of a program.
     *
     * @param declared as in the file, with 0 for open lengths
     *
     * @param built as used for the graph
     * @param fixedBatch number of images in a batch, 0 if it is open
     */
    private record Images(ImageInput declared, ImageInput built, long fixedBatch) {
        static Images of(ExportedProgram program, ImageInput asked) {
            List<String> names = new ArrayList<>();
            for (Input input : program.inputs()) {
                if (input.kind().equals("user_input") && !input.argument().isEmpty()) {
                    names.add(input.argument());
                }
            }
            if (names.size() != 1) {
                throw new NetworkFailure(
                        "it has " + names.size() + " inputs " + names + "; a classifier takes one, the images");
            }
            String name = names.get(0);
            JsonNode meta = program.tensor(name);
            JsonNode sizes = meta.path("sizes");
            if (sizes.size() != 4 || length(sizes.get(1), false) < 1 || length(sizes.get(1), false) > 64) {
                throw new NetworkFailure("its input '" + name
                        + "' is not n x channels x height x width, with at most 64" + " channels that are fixed");
            }
            if (!TensorInfo.element(meta.path("dtype").asLong(0)).real()) {
                throw new NetworkFailure("its input '" + name
                        + "' takes whole numbers; images are real numbers here: export the network without its"
                        + " preprocessing");
            }
            int channels = (int) length(sizes.get(1), false);
            int height = size(sizes.get(2), asked == null ? 0 : asked.height());
            int width = size(sizes.get(3), asked == null ? 0 : asked.width());
            ImageInput declared = new ImageInput(name, channels, height, width);
            ImageInput built = new ImageInput(
                    name, channels, height > 0 ? height : hint(sizes.get(2)), width > 0 ? width : hint(sizes.get(3)));
            return new Images(declared, built, length(sizes.get(0), false));
        }

        private static int size(JsonNode size, int asked) {
            long length = length(size, false);
            return (int) (length > 0 ? checked(length) : asked);
        }

        /** The size that the network was exported with. */
        private static int hint(JsonNode size) {
            long hint = length(size, true);
            return (int) (hint > 0 ? checked(hint) : USUAL_SIZE);
        }

        private static long checked(long length) {
            if (length > LARGEST_IMAGE) {
                throw new NetworkFailure(
                        "its images have " + length + " pixels in a row; at most " + LARGEST_IMAGE + " are supported");
            }
            return length;
        }

        private static long length(JsonNode size, boolean hint) {
            JsonNode value = hint ? size.path("as_expr").path("hint").path("as_int") : size.path("as_int");
            return value.isIntegralNumber() && value.canConvertToLong() ? Math.max(0, value.asLong()) : 0;
        }
    }
}
