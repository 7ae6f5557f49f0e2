package org.eddp.network.torch.export;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.eddp.network.NetworkFailure;
import org.eddp.network.torch.TorchGraph;
import org.eddp.network.torch.TorchTensor;
import tools.jackson.databind.JsonNode;

/** Calls the operators of an exported program, one after the other. */
final class ProgramTranslation {
    private static final String ATEN = "torch.ops.aten.";
    private static final String HIGHER = "torch.ops.higher_order.";
    private static final int DEEPEST = 16;
    /** Limit on all names saved while parts run, because a part without operators costs the graph no time. */
    private static final long MOST_NAMES = 20_000_000;

    private final TorchGraph graph;
    /** Everything that has a name in the program: tensors and numbers. */
    private final Map<String, Object> values = new HashMap<>();
    /** The last tensor of the program that refers to a value of the graph. */
    private final Map<String, String> tensors = new HashMap<>();

    private long namesSetAside;

    ProgramTranslation(TorchGraph graph) {
        this.graph = graph;
    }

    void put(String name, TorchTensor tensor) {
        values.put(name, tensor);
    }

    TorchTensor tensor(String name) {
        if (values.get(name) instanceof TorchTensor tensor) {
            return tensor;
        }
        throw new NetworkFailure("no node computes the tensor '" + name + "'");
    }

    /** Name of the program's tensor that a value of the graph is, by the value's name. */
    Map<String, String> tensors() {
        return tensors;
    }

    /** Tensors of the program that are one and the same object, as operators that work in place return their argument. */
    Map<String, List<String>> aliases() {
        IdentityHashMap<Object, List<String>> names = new IdentityHashMap<>();
        values.forEach((name, value) -> {
            if (value instanceof TorchTensor) {
                names.computeIfAbsent(value, key -> new ArrayList<>()).add(name);
            }
        });
        Map<String, List<String>> aliases = new HashMap<>();
        names.values().forEach(same -> same.forEach(name -> aliases.put(name, same)));
        return aliases;
    }

    void run(JsonNode nodes) {
        run(nodes, 0);
    }

    private void run(JsonNode nodes, int depth) {
        for (JsonNode node : nodes) {
            String target = node.path("target").asString("");
            List<String> modules = modules(node);
            modules.forEach(graph::enter);
            try {
                outputs(node, call(node, target, depth));
            } catch (NetworkFailure e) {
                throw new NetworkFailure("node " + title(node) + " (" + target + "): " + e.getMessage(), e);
            } finally {
                modules.forEach(module -> graph.leave());
            }
        }
    }

    /** The name of a node, or of what it computes. */
    private static String title(JsonNode node) {
        String name = node.path("name").asString("");
        String first =
                node.path("outputs").path(0).path("as_tensor").path("name").asString("without name");
        return "'" + (name.isEmpty() ? first : name) + "'";
    }

    /** {@code key,path,type;key,path,type}: paths of the modules that the node was called in. */
    private static List<String> modules(JsonNode node) {
        List<String> paths = new ArrayList<>();
        for (String entry :
                node.path("metadata").path("nn_module_stack").asString("").split(";", -1)) {
            String[] parts = entry.split(",", 3);
            if (parts.length > 1 && !parts[1].isEmpty() && paths.size() < 64) {
                paths.add(parts[1]);
            }
        }
        return paths;
    }

    private Object call(JsonNode node, String target, int depth) {
        List<Object> positional = new ArrayList<>();
        Map<String, Object> named = new LinkedHashMap<>();
        List<JsonNode> graphs = new ArrayList<>();
        for (JsonNode input : node.path("inputs")) {
            JsonNode argument = input.path("arg");
            if (argument.has("as_graph")) {
                graphs.add(argument.path("as_graph").path("graph"));
            } else if (input.path("kind").asLong(0) == 1 || !target.startsWith(ATEN)) {
                positional.add(argument(argument));
            } else {
                named.put(input.path("name").asString(""), argument(argument));
            }
        }
        if (target.startsWith(ATEN)) {
            String name = target.substring(ATEN.length());
            return graph.call(name.substring(0, (name + ".").indexOf('.')), positional, named);
        }
        if (SymbolicNumbers.is(target)) {
            return SymbolicNumbers.call(target, positional);
        }
        if (target.startsWith(HIGHER + "wrap") && graphs.size() == 1) {
            return inlined(graphs.get(0), positional, depth);
        }
        if (target.startsWith("torch._C._set_grad_enabled")) {
            return null;
        }
        throw new NetworkFailure("it is not an operator of PyTorch's own (aten); export the network without it");
    }

    /** A part of the program that is called under other settings, such as without gradients. */
    private Object inlined(JsonNode part, List<Object> arguments, int depth) {
        if (depth >= DEEPEST) {
            throw new NetworkFailure("parts of the program are nested more than " + DEEPEST + " deep");
        }
        JsonNode inputs = part.path("inputs");
        int first = arguments.size() - inputs.size(); // settings come before the arguments of the part
        if (first < 0) {
            throw new NetworkFailure("it is given " + arguments.size() + " arguments for " + inputs.size());
        }
        namesSetAside += 1 + values.size();
        if (namesSetAside > MOST_NAMES) {
            throw new NetworkFailure("the program calls parts of itself too often");
        }
        Map<String, Object> outer = new HashMap<>(values);
        for (int i = 0; i < inputs.size(); i++) {
            name(inputs.get(i), arguments.get(first + i));
        }
        run(part.path("nodes"), depth + 1);
        List<Object> results = new ArrayList<>();
        for (JsonNode output : part.path("outputs")) {
            results.add(argument(output));
        }
        values.clear();
        values.putAll(outer);
        return results.size() == 1 ? results.get(0) : results.toArray();
    }

    // ---- arguments ------------------------------------------------------------------------------------------------

    private Object argument(JsonNode argument) {
        Map.Entry<String, JsonNode> only = ExportedProgram.only(argument, "an argument");
        JsonNode value = only.getValue();
        return switch (only.getKey()) {
            case "as_none" -> null;
            case "as_tensor" -> named(value.path("name"));
            case "as_tensors" -> list(value, tensor -> named(tensor.path("name")));
            case "as_optional_tensor" -> argumentOrNone(value);
            case "as_optional_tensors" -> list(value, this::argumentOrNone);
            case "as_int" -> whole(value);
            case "as_ints" -> list(value, ProgramTranslation::whole);
            case "as_float" -> real(value);
            case "as_floats" -> list(value, ProgramTranslation::real);
            case "as_bool" -> value.asBoolean();
            case "as_bools" -> list(value, JsonNode::asBoolean);
            case "as_string" -> value.asString("");
            case "as_strings" -> list(value, text -> text.asString(""));
            case "as_sym_int", "as_sym_float", "as_sym_bool" -> symbol(value);
            case "as_sym_ints", "as_sym_floats", "as_sym_bools" -> list(value, this::symbol);
            case "as_scalar_type" -> TensorInfo.torchType(value.asLong(0));
            case "as_memory_format", "as_layout", "as_device" -> "ignored";
            default -> throw new NetworkFailure("an argument of the form " + only.getKey() + " is not supported");
        };
    }

    private interface Reader {
        Object read(JsonNode node);
    }

    private static List<Object> list(JsonNode array, Reader reader) {
        List<Object> values = new ArrayList<>();
        array.forEach(one -> values.add(reader.read(one)));
        return values;
    }

    private Object argumentOrNone(JsonNode argument) {
        Map.Entry<String, JsonNode> only = ExportedProgram.only(argument, "an argument");
        return only.getKey().equals("as_tensor") ? named(only.getValue().path("name")) : null;
    }

    private static Object whole(JsonNode value) {
        if (!value.isIntegralNumber() || !value.canConvertToLong()) {
            throw new NetworkFailure("an argument is not a whole number");
        }
        return value.asLong();
    }

    /** Numbers that are not finite are written as text. */
    private static Object real(JsonNode value) {
        if (value.isNumber()) {
            return value.asDouble();
        }
        return switch (value.asString("")) {
            case "Infinity", "inf" -> Double.POSITIVE_INFINITY;
            case "-Infinity", "-inf" -> Double.NEGATIVE_INFINITY;
            case "NaN", "nan" -> Double.NaN;
            default -> throw new NetworkFailure("an argument is not a number");
        };
    }

    private Object symbol(JsonNode value) {
        Map.Entry<String, JsonNode> only = ExportedProgram.only(value, "an argument");
        return switch (only.getKey()) {
            case "as_name" -> named(only.getValue());
            case "as_int" -> whole(only.getValue());
            case "as_float" -> real(only.getValue());
            case "as_bool" -> only.getValue().asBoolean();
            default -> throw new NetworkFailure("a number of the form " + only.getKey() + " is not supported");
        };
    }

    private Object named(JsonNode name) {
        String text = name.asString("");
        if (!values.containsKey(text)) {
            throw new NetworkFailure("'" + text + "' is used before it is computed; the file is damaged");
        }
        return values.get(text);
    }

    // ---- results --------------------------------------------------------------------------------------------------

    private void outputs(JsonNode node, Object result) {
        JsonNode outputs = node.path("outputs");
        if (outputs.size() == 1) {
            name(outputs.get(0), result instanceof Object[] tuple && tuple.length > 0 ? tuple[0] : result);
            return;
        }
        for (int i = 0; i < outputs.size(); i++) {
            Object[] tuple =
                    result instanceof List<?> list ? list.toArray() : result instanceof Object[] all ? all : null;
            if (tuple == null || i >= tuple.length) {
                throw new NetworkFailure("it has " + outputs.size() + " outputs, more than the operator");
            }
            name(outputs.get(i), tuple[i]);
        }
    }

    private void name(JsonNode output, Object result) {
        Map.Entry<String, JsonNode> only = ExportedProgram.only(output, "an output");
        JsonNode value = only.getValue();
        switch (only.getKey()) {
            case "as_tensor" -> name(value.path("name").asString(""), result);
            case "as_tensors" -> {
                if (!(result instanceof List<?> list) || list.size() != value.size()) {
                    throw new NetworkFailure("it has another number of results than the file says");
                }
                for (int i = 0; i < value.size(); i++) {
                    name(value.get(i).path("name").asString(""), list.get(i));
                }
            }
            case "as_sym_int", "as_sym_float", "as_sym_bool" ->
                name(value.path("as_name").asString(""), result);
            case "as_none" -> {}
            default -> throw new NetworkFailure("an output of the form " + only.getKey() + " is not supported");
        }
    }

    private void name(String name, Object result) {
        values.put(name, result);
        if (result instanceof TorchTensor tensor) {
            tensors.put(tensor.value(), name);
        }
    }
}
