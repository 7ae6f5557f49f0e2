package org.eddp.network.torch.script;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Pattern;
import org.eddp.network.onnx.file.OnnxTensor;
import org.eddp.tensor.DType;
import org.eddp.tensor.Tensor;

/**
 * Makes TorchScript: a module with weights, submodules and a program in TorchScript's subset of Python.
 *
 * <pre>{@code
 * new ScriptWriter("Linear")
 *         .parameter("weight", weight)
 *         .source("def forward(self, x):\n    return torch.linear(x, self.weight)\n")
 *         .save(file);
 * }</pre>
 *
 * <p>Names of submodules may be numbers, as those of a sequence are; the program reads them with {@code getattr(self, "0")}.
 */
public final class ScriptWriter {
    private static final Pattern NAME = Pattern.compile("\\w+");

    private final String kind;
    private final Map<String, OnnxTensor> parameters = new LinkedHashMap<>();
    private final Map<String, OnnxTensor> buffers = new LinkedHashMap<>();
    private final Map<String, Boolean> settings = new LinkedHashMap<>();
    private final Map<String, ScriptWriter> modules = new LinkedHashMap<>();
    private final StringBuilder source = new StringBuilder();

    /** @param kind name of its class: letters, digits and underscores */
    public ScriptWriter(String kind) {
        this.kind = checked(kind);
    }

    /** Adds a weight that training would change; it is copied. */
    public ScriptWriter parameter(String name, Tensor value) {
        parameters.put(free(name), OnnxTensor.of(name, value.to(DType.FLOAT32).toFloats(), value.shape()));
        return this;
    }

    /** Adds a weight that training would not change; it is copied. */
    public ScriptWriter buffer(String name, Tensor value) {
        return buffer(name, OnnxTensor.of(name, value.to(DType.FLOAT32).toFloats(), value.shape()));
    }

    ScriptWriter buffer(String name, OnnxTensor value) {
        buffers.put(free(name), value);
        return this;
    }

    /** Adds a boolean that the program can read. */
    ScriptWriter setting(String name, boolean value) {
        settings.put(free(name), value);
        return this;
    }

    /** Adds a submodule. */
    public ScriptWriter module(String name, ScriptWriter module) {
        modules.put(free(name), module);
        return this;
    }

    /** Adds methods: one or more {@code def name(self, ...)}, with the arguments tensors unless annotated. */
    public ScriptWriter source(String methods) {
        source.append(methods).append(methods.endsWith("\n") ? "" : "\n");
        return this;
    }

    /** Writes the module in one step, as an archive that PyTorch opens as well. */
    public void save(Path file) {
        ScriptArchiveWriter.write(this, file);
    }

    String kind() {
        return kind;
    }

    Map<String, OnnxTensor> parameters() {
        return parameters;
    }

    Map<String, OnnxTensor> buffers() {
        return buffers;
    }

    Map<String, Boolean> settings() {
        return settings;
    }

    Map<String, ScriptWriter> modules() {
        return modules;
    }

    String source() {
        return source.toString();
    }

    private String free(String name) {
        if (parameters.containsKey(name)
                || buffers.containsKey(name)
                || settings.containsKey(name)
                || modules.containsKey(name)
                || name.equals("training")) {
            throw new IllegalArgumentException(kind + " already has '" + name + "'; choose another name");
        }
        return checked(name);
    }

    private static String checked(String name) {
        if (!NAME.matcher(name).matches()) {
            throw new IllegalArgumentException(
                    "'" + name + "' is not a name in TorchScript; use letters, digits and underscores");
        }
        return name;
    }
}
