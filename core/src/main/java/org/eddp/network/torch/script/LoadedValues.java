package org.eddp.network.torch.script;

import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.ListIterator;
import java.util.Map;
import java.util.Set;
import org.eddp.files.python.PickledTensor;
import org.eddp.network.NetworkFailure;
import org.eddp.network.onnx.file.OnnxTensor;
import org.eddp.network.torch.TorchGraph;
import org.eddp.network.torch.TorchTensor;

/** The objects and constants of an archive as its program sees them: tensors are in the graph, named by their modules. */
final class LoadedValues {
    private final ScriptProgram program;
    private final TorchGraph graph;
    private final ScriptObject root;
    private final List<Object> constants;
    private final Map<Object, String> paths = new IdentityHashMap<>();
    private final Map<PickledTensor, TorchTensor> tensors = new IdentityHashMap<>();
    private final Map<TorchTensor, OnnxTensor> weights = new LinkedHashMap<>();
    /** Lists whose tensors are in the graph already. */
    private final Set<Object> visited = Collections.newSetFromMap(new IdentityHashMap<>());

    LoadedValues(ScriptProgram program, TorchGraph graph) {
        this.program = program;
        this.graph = graph;
        root = program.root();
        constants = program.constants();
        nameParts("", root);
        for (int i = 0; i < constants.size(); i++) {
            if (constants.get(i) instanceof PickledTensor) {
                paths.put(constants.get(i), "CONSTANTS.c" + i);
            }
        }
    }

    private void nameParts(String prefix, ScriptObject object) {
        object.attributes().forEach((name, value) -> {
            if ((value instanceof ScriptObject || value instanceof PickledTensor) && !paths.containsKey(value)) {
                paths.put(value, Values.checkedName(prefix + name));
                if (value instanceof ScriptObject part) {
                    nameParts(prefix + name + ".", part);
                }
            }
        });
    }

    /** The root module. */
    ScriptObject root() {
        return root;
    }

    /** The name of a module with its path, null if it is not a module of the file. */
    String path(ScriptObject module) {
        return paths.get(module);
    }

    /** Tensors of the file that the program read. */
    Map<TorchTensor, OnnxTensor> weights() {
        return weights;
    }

    /** A constant of the file. */
    Object constant(String name) {
        if (!name.matches("c\\d{1,8}") || Integer.parseInt(name.substring(1)) >= constants.size()) {
            throw new NetworkFailure("reads the constant " + name + ", and there are " + constants.size());
        }
        return loaded(constants.get(Integer.parseInt(name.substring(1))), "constants");
    }

    Object attribute(Object value) {
        return loaded(value, "data");
    }

    /** A value of a pickle, with tensors in the graph. */
    private Object loaded(Object value, String folder) {
        if (value instanceof PickledTensor tensor) {
            return tensors.computeIfAbsent(tensor, t -> {
                String name = paths.getOrDefault(t, folder + "." + t.storage().key() + "." + tensors.size());
                OnnxTensor weight = program.tensor(t, folder, name);
                TorchTensor handle = graph.constant(weight);
                weights.put(handle, weight);
                return handle;
            });
        }
        if (value instanceof Map<?, ?> && visited.add(value)) {
            @SuppressWarnings("unchecked") // dictionaries of pickles are made here
            Map<Object, Object> entries = (Map<Object, Object>) value;
            entries.replaceAll((key, entry) -> loaded(entry, folder));
        }
        List<Object> items = Values.sequence(value);
        if (items != null && !visited.add(value)) {
            return value; // lists of a pickle may share lists
        }
        if (items != null && items.stream().anyMatch(v -> v instanceof PickledTensor || Values.sequence(v) != null)) {
            for (ListIterator<Object> i = items.listIterator(); i.hasNext(); ) {
                i.set(loaded(i.next(), folder));
            }
        }
        return value;
    }
}
