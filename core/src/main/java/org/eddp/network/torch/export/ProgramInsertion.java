package org.eddp.network.torch.export;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.eddp.files.AtomicFile;
import org.eddp.network.Network.ImageInput;
import org.eddp.network.NetworkFailure;
import org.eddp.network.onnx.file.OnnxTensor;
import org.eddp.network.torch.TorchArchiveWriter;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * Puts nodes behind a value of an exported program.
 *
 * <p>Nodes begin from {@link #input}; {@link #finish} makes everything behind them read their result instead.
 */
public final class ProgramInsertion {
    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;
    private static final long FLOAT = 7;
    private static final int POSITIONAL = 1;
    private static final long LARGEST = Integer.MAX_VALUE - 16;

    private final ExportedProgram program;
    private final ObjectNode json;
    private final String input;
    private final long type;
    private final List<String> aliases;
    private final String prefix;
    private final List<ObjectNode> nodes = new ArrayList<>();
    private final Map<String, OnnxTensor> weights = new LinkedHashMap<>();

    private ProgramInsertion(ExportedProgram program, String input, List<String> aliases, String suffix) {
        this.program = program;
        this.input = input;
        this.aliases = aliases;
        json = (ObjectNode) program.json().deepCopy();
        prefix = unused(suffix);
        type = program.tensor(input).path("dtype").asLong(0);
    }

    /**
     * Begins an insertion.
     *
     * @param file the network; not modified
     * @param images the size of images where the file leaves it open, null for the size that it was exported with
     * @param value that a layer of the network, loaded from this file, has in its graph
     * @param suffix what names of inserted tensors begin with
     * @throws NetworkFailure if no node of the file computes the value
     */
    public static ProgramInsertion behind(Path file, ImageInput images, String value, String suffix) {
        ExportedProgram program = ExportedProgram.read(file);
        try {
            if (program.legacy()) {
                throw new NetworkFailure("it was written by torch.export of PyTorch 2.7 or older; load it with"
                        + " torch.export.load and write it again with a later version");
            }
            ExportFile.Translated translated = ExportFile.translate(program, images);
            String tensor = translated.tensors().get(value);
            if (tensor == null) {
                throw new NetworkFailure("no node computes '" + value
                        + "' alone: it lies inside of an operator; choose the layer before or after it");
            }
            return new ProgramInsertion(
                    program, tensor, translated.aliases().getOrDefault(tensor, List.of(tensor)), suffix);
        } catch (NetworkFailure e) {
            throw new NetworkFailure("cannot change " + file + ": " + e.getMessage(), e);
        }
    }

    private String unused(String wanted) {
        Set<String> names = new HashSet<>();
        program.graph().path("tensor_values").properties().forEach(entry -> names.add(entry.getKey()));
        String name = wanted;
        for (int n = 2; startsAny(names, name); n++) {
            name = wanted + n;
        }
        return name;
    }

    private static boolean startsAny(Set<String> names, String prefix) {
        return names.stream().anyMatch(name -> name.startsWith(prefix + "_") || name.startsWith("b_" + prefix + "_"));
    }

    /** Name of the tensor that the inserted nodes start from, in single precision. */
    public String input() {
        return type == FLOAT ? input : converted("single", input, FLOAT);
    }

    /** Adds a node that converts a tensor to another element type. */
    private String converted(String name, String from, long target) {
        ObjectNode tensors = (ObjectNode) graph().path("tensor_values");
        Map<String, Object> arguments = new LinkedHashMap<>();
        arguments.put("self", from);
        arguments.put("dtype", target);
        String result = node(
                name, "to.dtype", (ArrayNode) tensors.path(from).path("sizes").deepCopy(), arguments);
        ((ObjectNode) tensors.path(result)).put("dtype", target);
        return result;
    }

    /** Adds a weight of single precision. */
    public String weight(String name, double[] values, long... dims) {
        float[] single = new float[values.length];
        for (int i = 0; i < single.length; i++) {
            single[i] = (float) values[i];
        }
        String argument = "b_" + prefix + "_" + name;
        weights.put(name, OnnxTensor.of(argument, single, dims));
        ArrayNode sizes = JSON.arrayNode();
        for (long size : dims) {
            sizes.add(whole("as_int", size));
        }
        describe(argument, sizes);
        return argument;
    }

    /**
     * Adds a node.
     *
     * @param name of the tensor that it computes
     * @param operator with its overload: {@code sub.Tensor}
     * @param like name of a tensor that has the same shape, except for {@code channels}
     * @param axis of the channels, -1 if the shape is the same
     * @param channels how many there are
     * @param arguments by name: a {@link String} names a tensor, a {@link Double} is a number, a {@link Long} an element type, a
     *     {@code long[]} a list
     */
    public String node(
            String name, String operator, String like, int axis, long channels, Map<String, Object> arguments) {
        ArrayNode sizes = (ArrayNode)
                graph().path("tensor_values").path(like).path("sizes").deepCopy();
        if (axis >= 0) {
            sizes.set(axis, whole("as_int", channels));
        }
        return node(name, operator, sizes, arguments);
    }

    /** Adds a node that puts the dimensions of a tensor into another order. */
    public String permuted(String name, String from, long... order) {
        JsonNode old = graph().path("tensor_values").path(from).path("sizes");
        ArrayNode sizes = JSON.arrayNode();
        for (long axis : order) {
            sizes.add(old.path((int) axis));
        }
        Map<String, Object> arguments = new LinkedHashMap<>();
        arguments.put("self", from);
        arguments.put("dims", order);
        return node(name, "permute.default", sizes, arguments);
    }

    private String node(String name, String operator, ArrayNode sizes, Map<String, Object> arguments) {
        String result = prefix + "_" + name;
        ObjectNode node = JSON.objectNode();
        node.put("target", "torch.ops.aten." + operator);
        ArrayNode inputs = node.putArray("inputs");
        arguments.forEach((key, value) -> {
            ObjectNode argument = inputs.addObject();
            argument.put("name", key);
            argument.set("arg", argument(value));
            argument.put("kind", POSITIONAL);
        });
        node.putArray("outputs").add(named("as_tensor", result));
        node.putObject("metadata");
        node.putNull("is_hop_single_tensor_return");
        node.put("name", result);
        nodes.add(node);
        describe(result, sizes);
        return result;
    }

    private static JsonNode argument(Object value) {
        ObjectNode argument = JSON.objectNode();
        if (value instanceof String name) {
            return named("as_tensor", name);
        }
        if (value instanceof Double number) {
            return argument.put("as_float", number);
        }
        if (value instanceof Long type) {
            return argument.put("as_scalar_type", type);
        }
        ArrayNode list = argument.putArray("as_ints");
        for (long number : (long[]) value) {
            list.add(number);
        }
        return argument;
    }

    private static ObjectNode named(String kind, String name) {
        ObjectNode node = JSON.objectNode();
        node.putObject(kind).put("name", name);
        return node;
    }

    private static ObjectNode whole(String kind, long number) {
        return JSON.objectNode().put(kind, number);
    }

    private void describe(String tensor, ArrayNode sizes) {
        ((ObjectNode) graph().path("tensor_values")).set(tensor, meta(sizes));
    }

    /** Type and shape of a tensor whose elements lie one after the other. */
    private static ObjectNode meta(ArrayNode sizes) {
        ObjectNode meta = JSON.objectNode();
        meta.put("dtype", FLOAT);
        meta.set("sizes", sizes);
        meta.put("requires_grad", false);
        meta.putObject("device").put("type", "cpu").putNull("index");
        long[] strides = new long[sizes.size()];
        long stride = 1;
        for (int i = strides.length - 1; i >= 0; i--) {
            strides[i] = stride;
            JsonNode size = sizes.get(i).path("as_int");
            JsonNode hint = sizes.get(i).path("as_expr").path("hint").path("as_int");
            stride *= Math.max(1, size.isIntegralNumber() ? size.asLong() : hint.asLong(1));
        }
        ArrayNode list = meta.putArray("strides");
        for (long each : strides) {
            list.add(whole("as_int", each));
        }
        meta.set("storage_offset", whole("as_int", 0));
        meta.put("layout", 7);
        return meta;
    }

    private ObjectNode graph() {
        return (ObjectNode) json.path("graph_module").path("graph");
    }

    /**
     * Ends the insertion and writes the changed program.
     *
     * @param result name of the tensor that takes the place of {@link #input}; converted to the type that this has in the file
     * @param file to create or replace, in one step
     */
    public void finish(String result, Path file) {
        String last = type == FLOAT ? result : converted("own_type", result, type);
        Set<String> replaced = new HashSet<>(aliases);
        ArrayNode old = (ArrayNode) graph().path("nodes");
        ArrayNode all = JSON.arrayNode();
        boolean behind = false;
        for (JsonNode node : old) {
            if (behind) {
                renameInputs(node, replaced, last);
            }
            all.add(node);
            if (!behind && computes(node)) {
                behind = true;
                nodes.forEach(all::add);
            }
        }
        if (!behind) {
            throw new NetworkFailure("cannot change " + program.file() + ": no node computes '" + input + "'");
        }
        graph().set("nodes", all);
        rename(graph().path("outputs"), replaced, last);
        rename(json.path("graph_module").path("signature").path("output_specs"), replaced, last);
        addWeights();
        write(file);
    }

    private boolean computes(JsonNode node) {
        for (JsonNode output : node.path("outputs")) {
            if (output.path("as_tensor").path("name").asString("").equals(input)) {
                return true;
            }
            for (JsonNode one : output.path("as_tensors")) {
                if (one.path("name").asString("").equals(input)) {
                    return true;
                }
            }
        }
        return false;
    }

    private static void renameInputs(JsonNode node, Set<String> names, String renamed) {
        rename(node.path("inputs"), names, renamed);
    }

    /** Renames tensors wherever they are named below a node; Jackson limits how deep that is. */
    private static void rename(JsonNode node, Set<String> names, String renamed) {
        if (node instanceof ObjectNode object) {
            JsonNode tensor = object.path("as_tensor");
            if (tensor instanceof ObjectNode named
                    && names.contains(named.path("name").asString(""))) {
                named.put("name", renamed);
            }
            JsonNode tensors = object.path("as_tensors");
            for (JsonNode each : tensors) {
                if (each instanceof ObjectNode named
                        && names.contains(named.path("name").asString(""))) {
                    named.put("name", renamed);
                }
            }
        }
        for (JsonNode child : node) {
            rename(child, names, renamed);
        }
    }

    /** Weights come before the images in the list of inputs. */
    private void addWeights() {
        ArrayNode inputs = (ArrayNode) graph().path("inputs");
        ArrayNode specs =
                (ArrayNode) json.path("graph_module").path("signature").path("input_specs");
        int place = 0;
        while (place < specs.size()
                && (specs.get(place).has("parameter") || specs.get(place).has("buffer"))) {
            place++;
        }
        for (String name : weights.keySet()) {
            String argument = "b_" + prefix + "_" + name;
            inputs.insert(place, named("as_tensor", argument));
            ObjectNode spec = JSON.objectNode();
            ObjectNode buffer = spec.putObject("buffer");
            buffer.putObject("arg").put("name", argument);
            buffer.put("buffer_name", prefix + "_" + name);
            buffer.put("persistent", true);
            specs.insert(place, spec);
            place++;
        }
    }

    private void write(Path file) {
        String config = "data/weights/" + program.name() + "_weights_config.json";
        ObjectNode table = (ObjectNode)
                (program.archive().has(config)
                        ? program.json(config)
                        : JSON.objectNode().set("config", JSON.objectNode()));
        ObjectNode entries = (ObjectNode) table.path("config");
        Map<String, ByteBuffer> added = new LinkedHashMap<>();
        weights.forEach((name, tensor) -> {
            String path = unusedEntry(added.keySet());
            ObjectNode entry = entries.putObject(prefix + "_" + name);
            entry.put("path_name", path);
            entry.put("is_param", false);
            entry.put("use_pickle", false);
            ArrayNode sizes = JSON.arrayNode();
            for (long size : tensor.dims()) {
                sizes.add(whole("as_int", size));
            }
            entry.set("tensor_meta", meta(sizes));
            added.put(path, tensor.data());
        });
        AtomicFile.write(file, out -> {
            TorchArchiveWriter writer =
                    new TorchArchiveWriter(out, program.archive().folder());
            for (String name : program.archive().names()) {
                if (name.equals(program.entry())) {
                    writer.add(name, bytes(json));
                } else if (name.equals(config)) {
                    writer.add(name, bytes(table));
                } else {
                    writer.add(name, program.archive().bytes(name, LARGEST));
                }
            }
            if (!program.archive().has(config)) {
                writer.add(config, bytes(table));
            }
            for (Map.Entry<String, ByteBuffer> entry : added.entrySet()) {
                writer.add("data/weights/" + entry.getKey(), entry.getValue());
            }
            writer.finish();
        });
    }

    private String unusedEntry(Set<String> taken) {
        int number = weights.size();
        String name = "weight_" + number;
        while (program.archive().has("data/weights/" + name) || taken.contains(name)) {
            name = "weight_" + ++number;
        }
        return name;
    }

    private static ByteBuffer bytes(JsonNode tree) {
        return ByteBuffer.wrap(tree.toString().getBytes(StandardCharsets.UTF_8));
    }
}
