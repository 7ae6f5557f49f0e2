package org.eddp.network.torch.script;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.eddp.network.NetworkFailure;
import org.eddp.network.torch.TorchTensor;

/** Finds the tensors in the result of a program, for a choice between them. */
final class ResultTensors {
    private static final int MOST = 10_000;

    private final Interpreter interpreter;
    private final Map<String, TorchTensor> found = new LinkedHashMap<>();
    /** Lists may share lists, so that there may be many more ways to values than values. */
    private int visited;

    private ResultTensors(Interpreter interpreter) {
        this.interpreter = interpreter;
    }

    /** Tensors by name: those of a dictionary by key, others by number. */
    static Map<String, TorchTensor> of(Object value, Interpreter interpreter) {
        ResultTensors results = new ResultTensors(interpreter);
        results.collect("", value);
        return results.found;
    }

    private void collect(String name, Object value) {
        if (++visited > MOST) {
            throw new NetworkFailure("its forward returns more than " + MOST + " values");
        }
        if (value instanceof TorchTensor tensor) {
            found.put(Values.checkedName(name), tensor);
        } else if (value instanceof Map<?, ?> map) {
            map.forEach((key, item) -> collect(name.isEmpty() ? "" + key : name + "." + key, item));
        } else if (value instanceof ScriptObject || Values.sequence(value) != null) {
            List<Object> items = interpreter.items(value);
            for (int i = 0; i < items.size(); i++) {
                collect(name.isEmpty() ? "" + i : name + "." + i, items.get(i));
            }
        }
    }
}
