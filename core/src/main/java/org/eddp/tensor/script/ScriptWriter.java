package org.eddp.tensor.script;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Pattern;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.BoolType;
import org.bytedeco.pytorch.IValue;
import org.bytedeco.pytorch.JitModule;
import org.bytedeco.pytorch.QualifiedName;
import org.bytedeco.pytorch.Type;
import org.eddp.tensor.Engine;
import org.eddp.tensor.Native;
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
 * <p>Names of submodules may be numbers, as those of a sequence are; the program reads them with
 * {@code getattr(self, "0")}. Weights given must stay open until the module has been saved.
 */
public final class ScriptWriter {
    private static final Pattern NAME = Pattern.compile("\\w+");

    private final String kind;
    private final Map<String, Tensor> parameters = new LinkedHashMap<>();
    private final Map<String, Tensor> buffers = new LinkedHashMap<>();
    private final Map<String, Boolean> settings = new LinkedHashMap<>();
    private final Map<String, ScriptWriter> modules = new LinkedHashMap<>();
    private String source = "";

    /** @param kind name of its class: letters, digits and underscores */
    public ScriptWriter(String kind) {
        this.kind = checked(kind);
    }

    /** Adds a weight that training would change. */
    public ScriptWriter parameter(String name, Tensor value) {
        parameters.put(free(name), value);
        return this;
    }

    /** Adds a weight that training would not change. */
    public ScriptWriter buffer(String name, Tensor value) {
        buffers.put(free(name), value);
        return this;
    }

    /** Adds a switch that the program can read. */
    public ScriptWriter setting(String name, boolean value) {
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
        source += methods.endsWith("\n") ? methods : methods + "\n";
        return this;
    }

    /**
     * Writes the module, as {@code torch.jit.save} would. Not atomic.
     *
     * @throws ScriptFailure if the program does not compile, or the file cannot be written
     */
    public void save(Path file) {
        Engine.start();
        try (PointerScope scope = new PointerScope()) {
            build().save(file.toString());
        } catch (RuntimeException e) {
            throw ScriptFailure.of(e);
        }
    }

    /** The module itself, in the open scope. */
    JitModule build() {
        JitModule module = new JitModule(new QualifiedName("__torch__." + kind));
        setting(module, "training", false); // Python's eval() expects every module to have it
        settings.forEach((name, value) -> setting(module, name, value));
        parameters.forEach((name, value) -> module.register_parameter(name, Native.of(value), false));
        buffers.forEach((name, value) -> module.register_buffer(name, Native.of(value)));
        modules.forEach((name, writer) -> module.register_module(name, writer.build()));
        module.define(source);
        return module;
    }

    private static void setting(JitModule module, String name, boolean value) {
        module.register_attribute(name, new Type.TypePtr(BoolType.get().get()), new IValue(value));
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
