package org.eddp.network.torch.export;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.eddp.files.json.Json;
import org.eddp.network.NetworkFailure;
import org.eddp.network.torch.TorchArchive;
import tools.jackson.databind.JsonNode;

/**
 * An exported program as stored in its file.
 *
 * @param file it came from
 * @param archive it lies in
 * @param entry of the archive that holds the program
 * @param json the program
 */
record ExportedProgram(Path file, TorchArchive archive, String entry, JsonNode json) {
    static final String LEGACY = "serialized_exported_program.json";
    private static final String MODELS = "models/";
    private static final long MOST_TEXT = 256L << 20;

    /** Whether an archive holds an exported program. */
    static boolean isIn(TorchArchive archive) {
        return entry(archive) != null;
    }

    private static String entry(TorchArchive archive) {
        if (archive.has(LEGACY)) {
            return LEGACY;
        }
        Set<String> names = archive.names();
        return names.stream()
                .filter(name -> name.startsWith(MODELS) && name.endsWith(".json") && name.indexOf('/', 7) < 0)
                .min((a, b) -> a.equals("models/model.json") ? -1 : b.equals("models/model.json") ? 1 : a.compareTo(b))
                .orElse(null);
    }

    static ExportedProgram read(Path file) {
        TorchArchive archive = TorchArchive.open(file);
        String entry = entry(archive);
        if (entry == null) {
            throw new NetworkFailure(file + " is an archive without an exported program (models/*.json)");
        }
        JsonNode json = json(file, archive, entry);
        ExportedProgram program = new ExportedProgram(file, archive, entry, json);
        if (!program.graph().path("nodes").isArray() || !program.signature().isObject()) {
            throw new NetworkFailure("cannot read " + file + ": " + entry
                    + " in it is not an exported program; write it again with torch.export.save");
        }
        return program;
    }

    private static JsonNode json(Path file, TorchArchive archive, String entry) {
        return Json.parse(file, entry, archive.text(entry, MOST_TEXT));
    }

    /** Another entry of the archive, which is JSON as well. */
    JsonNode json(String other) {
        return json(file, archive, other);
    }

    /** Whether it is of the form that PyTorch wrote until 2.7. */
    boolean legacy() {
        return entry.equals(LEGACY);
    }

    /** Name of the program inside of the archive. */
    String name() {
        return legacy() ? "" : entry.substring(MODELS.length(), entry.length() - ".json".length());
    }

    JsonNode graph() {
        return json.path("graph_module").path("graph");
    }

    JsonNode signature() {
        return json.path("graph_module").path("signature");
    }

    /**
     * The role of an input of the graph.
     *
     * @param kind {@code parameter}, {@code buffer}, {@code tensor_constant}, {@code user_input} or another one
     * @param argument its name in the graph, empty if it is not a tensor
     * @param target name of the weight, empty if it is not a weight
     */
    record Input(String kind, String argument, String target) {}

    List<Input> inputs() {
        List<Input> inputs = new ArrayList<>();
        for (JsonNode spec : signature().path("input_specs")) {
            Map.Entry<String, JsonNode> only = only(spec, "an input of the signature");
            JsonNode content = only.getValue();
            JsonNode argument = content.path("arg");
            String name = only.getKey().equals("user_input")
                    ? argument.path("as_tensor").path("name").asString("")
                    : argument.path("name").asString("");
            String target = content.path(only.getKey() + "_name").asString("");
            inputs.add(new Input(only.getKey(), name, target));
        }
        return inputs;
    }

    /** Names of the tensors that the program returns, by the name that users may give. */
    Map<String, String> outputs() {
        List<String> values = new ArrayList<>();
        for (JsonNode spec : signature().path("output_specs")) {
            Map.Entry<String, JsonNode> only = only(spec, "an output of the signature");
            String name =
                    only.getValue().path("arg").path("as_tensor").path("name").asString("");
            if (only.getKey().equals("user_output") && !name.isEmpty()) {
                values.add(name);
            }
        }
        if (values.isEmpty()) {
            throw new NetworkFailure("it returns no tensor");
        }
        List<String> keys = keys(values.size());
        Map<String, String> outputs = new LinkedHashMap<>();
        for (int i = 0; i < values.size(); i++) {
            outputs.put(keys == null ? values.get(i) : keys.get(i), values.get(i));
        }
        return outputs;
    }

    /** The keys of a dictionary that the program returns; null if it returns something else. */
    private List<String> keys(int count) {
        String text = json.path("graph_module")
                .path("module_call_graph")
                .path(0)
                .path("signature")
                .path("out_spec")
                .asString("");
        try {
            JsonNode tree = text.isEmpty() ? null : Json.parse(file, "out_spec", text);
            String context = tree == null ? "" : tree.path(1).path("context").asString("");
            JsonNode names = context.startsWith("[") ? Json.parse(file, "out_spec", context) : null;
            if (names == null || names.size() != count) {
                return null;
            }
            List<String> keys = new ArrayList<>();
            for (JsonNode name : names) {
                if (!name.isString() || keys.contains(name.asString(""))) {
                    return null;
                }
                keys.add(name.asString(""));
            }
            return keys;
        } catch (RuntimeException e) {
            return null; // only a name for people
        }
    }

    /** The only field of a JSON object that stands for one of several kinds. */
    static Map.Entry<String, JsonNode> only(JsonNode node, String what) {
        Iterator<Map.Entry<String, JsonNode>> fields = node.properties().iterator();
        if (!node.isObject() || node.size() != 1 || !fields.hasNext()) {
            throw new NetworkFailure(what + " is not of a known form; write the file again with torch.export.save");
        }
        return fields.next();
    }

    /** The type and shape that the file gives for a tensor of the graph. */
    JsonNode tensor(String name) {
        return graph().path("tensor_values").path(name);
    }
}
