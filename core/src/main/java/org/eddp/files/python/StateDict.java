package org.eddp.files.python;

import java.util.ArrayList;
import java.util.Arrays;
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
    /** How to come by a file that can be read when this one cannot. */
    static final String CONVERT = "in Python: from safetensors.torch import save_file;"
            + " save_file({k: v.contiguous() for k, v in model.state_dict().items()}, 'dictionary.safetensors')";

    private static final List<String> WRAPPERS =
            List.of("state_dict.", "model_state_dict.", "model.", "module.", "sae.", "_orig_mod.");
    private static final int DEEPEST = 16;
    private static final int MOST = 100_000;
    private static final int LONGEST_NAME = 1000;

    private final List<Entry> entries = new ArrayList<>();
    /** Dictionaries that were followed; one that holds itself, or is held often, would otherwise be many. */
    private final Set<Object> followed = Collections.newSetFromMap(new IdentityHashMap<>());

    private int seen;

    private StateDict() {}

    /** A tensor and its name. */
    record Entry(String name, TensorRef tensor) {}

    /** Where the numbers of tensors are. */
    record Storage(Numbers numbers, String key) {}

    /** A tensor: a view of a storage. */
    record TensorRef(Storage storage, long offset, long[] shape, long[] strides) {
        TensorRef {
            if (shape.length != strides.length
                    || offset < 0
                    || offset > Integer.MAX_VALUE
                    || Arrays.stream(strides).anyMatch(s -> s < 0)
                    || Arrays.stream(shape).anyMatch(s -> s < 0 || s > Integer.MAX_VALUE)
                    || Arrays.stream(strides).anyMatch(s -> s > Integer.MAX_VALUE)) {
                throw new Damaged("a tensor in it has the shape " + Arrays.toString(shape) + ", the strides "
                        + Arrays.toString(strides) + " and begins at " + offset);
            }
        }
    }

    /**
     * Follows a pickle.
     *
     * @throws Damaged if it does more than name tensors
     */
    static List<Entry> of(byte[] pickle) {
        StateDict found = new StateDict();
        found.collect("", new TensorPickle(pickle).run(), 0);
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
        if (value instanceof TensorRef tensor) {
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
