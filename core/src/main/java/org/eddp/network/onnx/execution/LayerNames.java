package org.eddp.network.onnx.execution;

import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The names that users may give for a value: its own name, the name of its node, or the name of a module of the program
 * the network was exported from. The name of a module means the last value computed inside it.
 */
final class LayerNames {
    private final ExecutableGraph circuit;
    private final Map<String, Integer> values = new HashMap<>();
    private final Map<String, Integer> nodes = new HashMap<>();
    private final Map<String, Integer> modules = new HashMap<>();

    LayerNames(ExecutableGraph circuit, CutPoints points) {
        this.circuit = circuit;
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
            for (String module : ModuleNames.of(step.node())) {
                modules.put(module, slot);
            }
        }
    }

    /** The name to show: that of the outermost module that ends here, or else that of the value or its node. */
    String best(int slot) {
        return modules.entrySet().stream()
                .filter(module -> module.getValue() == slot)
                .map(Map.Entry::getKey)
                .min(Comparator.<String>comparingLong(
                                name -> name.chars().filter(c -> c == '.').count())
                        .thenComparing(Comparator.naturalOrder()))
                .orElseGet(() -> ofValue(slot));
    }

    private String ofValue(int slot) {
        String value = circuit.names()[slot];
        boolean found = Integer.valueOf(slot).equals(find(value));
        return found
                ? value
                : nodes.entrySet().stream()
                        .filter(node -> node.getValue() == slot)
                        .map(Map.Entry::getKey)
                        .findFirst()
                        .orElse(value);
    }

    /** Slot of a value, null if nothing is called so. Where PyTorch gives a value the name of a module, the module is meant. */
    Integer find(String name) {
        Integer slot = modules.get(name);
        slot = slot != null ? slot : values.get(name);
        return slot != null ? slot : nodes.get(name);
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
