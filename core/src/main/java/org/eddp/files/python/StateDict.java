package org.eddp.files.python;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The tensors that a pickle of {@code torch.save} names: those of a state dict, also inside dictionaries, whose keys are then joined
 * with dots.
 */
final class StateDict {
    /** The remedy for a file that cannot be read. */
    static final String CONVERT = "in Python: from safetensors.torch import save_file;"
            + " save_file({k: v.contiguous() for k, v in model.state_dict().items()}, 'dictionary.safetensors')";

    private static final List<String> WRAPPERS =
            List.of("state_dict.", "model_state_dict.", "model.", "module.", "sae.", "_orig_mod.");
    private static final int DEEPEST = 16;
    private static final int MOST = 100_000;
    private static final int LONGEST_NAME = 1000;

    private final List<Entry> entries = new ArrayList<>();
    /** Visited dictionaries; a dictionary may contain itself or be shared. */
    private final Set<Object> followed = Collections.newSetFromMap(new IdentityHashMap<>());

    private int seen;

    private StateDict() {}

    /** A tensor and its name. */
    record Entry(String name, PickledTensor tensor) {}

    /** Tensors and dictionaries; everything else would need code of the file. */
    private static final class Tensors implements PickleMachine.Objects {
        @Override
        public Object made(String name, Object given) {
            throw new Damaged(
                    "it makes a " + name + ", which would run code of the file: only tensors are read; " + CONVERT);
        }

        @Override
        public RuntimeException failure(String what) {
            return new Damaged("its list of tensors " + what + "; " + CONVERT);
        }
    }

    /**
     * Reads a pickle.
     *
     * @throws Damaged if it does more than name tensors
     */
    static List<Entry> of(byte[] pickle) {
        StateDict found = new StateDict();
        found.collect("", PickleMachine.run(ByteBuffer.wrap(pickle), new Tensors()), 0);
        if (found.entries.isEmpty()) {
            throw new Damaged("no tensor has a name in it; save a state dict: torch.save(model.state_dict(), file)");
        }
        return unwrapped(found.entries);
    }

    /** Checkpoints often hold the state dict under a name, or that of a module around the one that matters. */
    private static List<Entry> unwrapped(List<Entry> entries) {
        for (String wrapper : WRAPPERS) {
            if (entries.stream().allMatch(e -> e.name().startsWith(wrapper))) {
                return unwrapped(entries.stream()
                        .map(e -> new Entry(e.name().substring(wrapper.length()), e.tensor()))
                        .toList());
            }
        }
        return entries;
    }

    private void collect(String name, Object value, int depth) {
        if (++seen > MOST || depth > DEEPEST || name.length() > LONGEST_NAME) {
            throw new Damaged("it has more than " + MOST + " entries, dictionaries in dictionaries " + DEEPEST
                    + " deep, or names of more than " + LONGEST_NAME + " letters; save the state dict alone");
        }
        if (value instanceof PickledTensor tensor) {
            entries.add(new Entry(name, tensor));
        } else if (value instanceof Map<?, ?> map && followed.add(map)) {
            map.forEach((key, inner) -> {
                if (key instanceof String text) {
                    collect(name.isEmpty() ? text : name + "." + text, inner, depth + 1);
                }
            });
        }
    }
}
