package org.eddp.network.onnx.execution;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What people may call a value: its own name, the name of its node, or the name of a module of the program the network
 * was exported from.
 *
 * <p>Exporters put the module into the name of the node: {@code /layer4/layer4.1/relu_1/Relu} was computed in the module
 * {@code layer4.1.relu_1}, which is in {@code layer4.1}, which is in {@code layer4}. A module stands for the last value
 * computed inside.
 */
final class LayerNames {
    private final Map<String, Integer> values = new HashMap<>();
    private final Map<String, Integer> nodes = new HashMap<>();
    private final Map<String, Integer> modules = new HashMap<>();

    LayerNames(Circuit circuit, CutPoints points) {
        for (GraphStep step : circuit.steps()) {
            int slot = step.outputs()[0];
            if (slot < 0 || !points.ofPixels(slot)) {
                continue;
            }
            for (int output : step.outputs()) {
                if (output >= 0) {
                    values.put(circuit.names()[output], output);
                }
            }
            nodes.put(step.node().name(), slot);
            for (String module : modules(step.node().name())) {
                modules.put(module, slot);
            }
        }
    }

    /** The modules a node with this name is in, from the outside in. */
    static List<String> modules(String node) {
        List<String> modules = new ArrayList<>();
        if (!node.startsWith("/")) {
            return modules;
        }
        String[] parts = node.substring(1).split("/", -1);
        String name = "";
        for (int i = 0; i < parts.length - 1; i++) {
            // A sequence repeats its own name in that of its members: layer4, then layer4.1.
            boolean member = i > 0 && parts[i].startsWith(parts[i - 1] + ".");
            name = member
                    ? name + parts[i].substring(parts[i - 1].length())
                    : i == 0 ? parts[0] : name + "." + parts[i];
            modules.add(name);
        }
        return modules;
    }

    /** Slot of a value, null if nothing is called so. */
    Integer find(String name) {
        Integer slot = values.get(name);
        slot = slot != null ? slot : nodes.get(name);
        return slot != null ? slot : modules.get(name);
    }

    /** All names that lead to one of these values. */
    Set<String> leadingTo(Set<Integer> slots) {
        Set<String> names = new LinkedHashSet<>();
        for (Map<String, Integer> map : List.of(modules, values)) {
            map.forEach((name, slot) -> {
                if (slots.contains(slot)) {
                    names.add(name);
                }
            });
        }
        return names;
    }
}
