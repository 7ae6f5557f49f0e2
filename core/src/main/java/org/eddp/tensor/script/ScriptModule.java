package org.eddp.tensor.script;

import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.CompilationUnit;
import org.bytedeco.pytorch.Device;
import org.bytedeco.pytorch.DeviceOptional;
import org.bytedeco.pytorch.Graph;
import org.bytedeco.pytorch.IValue;
import org.bytedeco.pytorch.JitModule;
import org.bytedeco.pytorch.QualifiedName;
import org.bytedeco.pytorch.buffer_iterator;
import org.bytedeco.pytorch.buffer_list;
import org.bytedeco.pytorch.global.torch;
import org.bytedeco.pytorch.global.torch.ScalarType;
import org.bytedeco.pytorch.parameter_iterator;
import org.bytedeco.pytorch.parameter_list;
import org.eddp.tensor.Engine;
import org.eddp.tensor.Native;

/**
 * A TorchScript module: weights, and the program that computes with them. It is put in evaluation mode and its weights
 * record no gradients, which halves a backward pass to the pixels.
 */
public final class ScriptModule implements AutoCloseable {
    private final JitModule module;
    private final IValue self;
    /** Owns the functions made from this module's graphs. */
    private final CompilationUnit functions;

    private final AtomicInteger made = new AtomicInteger();
    private volatile boolean closed;

    private ScriptModule(JitModule module, IValue self, CompilationUnit functions) {
        this.module = module;
        this.self = self;
        this.functions = functions;
    }

    /**
     * Reads a file written by {@code torch.jit.save}, to the CPU. The file must be trusted to be an archive of sane
     * size, because the engine allocates what it declares, and to have nothing that runs while it is read. What runs later
     * is looked at here.
     *
     * @throws ScriptFailure if the engine cannot read it, or its program does anything but compute
     */
    public static ScriptModule load(Path file) {
        Engine.start();
        try (PointerScope scope = new PointerScope()) {
            JitModule module = torch.load(file.toString(), new DeviceOptional(new Device("cpu")), false);
            ValueCheck.check(module);
            ProgramCheck.check(module);
            module.eval();
            freeze(module);
            IValue self = new IValue(module._ivalue());
            CompilationUnit functions = new CompilationUnit();
            Native.detach(scope, module);
            Native.detach(scope, self);
            Native.detach(scope, functions);
            return new ScriptModule(module, self, functions);
        } catch (RuntimeException e) {
            throw ScriptFailure.of(e);
        }
    }

    /** Weights of other precisions become single, which is what images come in. */
    private static void freeze(JitModule module) {
        parameter_list parameters = module.parameters();
        parameter_iterator parameter = parameters.begin();
        for (long left = parameters.size(); left > 0; left--) {
            toSingle(parameter.multiply().requires_grad_(false));
            parameter.increment();
        }
        buffer_list buffers = module.buffers();
        buffer_iterator buffer = buffers.begin();
        for (long left = buffers.size(); left > 0; left--) {
            toSingle(buffer.multiply());
            buffer.increment();
        }
    }

    private static void toSingle(org.bytedeco.pytorch.Tensor weight) {
        if (weight.is_floating_point() && weight.scalar_type().value != ScalarType.Float.value) {
            weight.set_data(weight.to(ScalarType.Float));
        }
    }

    /** Name of the class it was made from, as its author wrote it. */
    public String kind() {
        try (PointerScope scope = new PointerScope()) {
            return ScriptNames.className(module.type());
        }
    }

    JitModule torch() {
        return module;
    }

    /** The module as the first argument of its functions. */
    IValue self() {
        if (closed) {
            throw new IllegalStateException("the network is closed");
        }
        return self;
    }

    /** Makes a graph whose first input is this module runnable. */
    synchronized ScriptFunction function(Graph graph) {
        String name = "part" + made.getAndIncrement();
        boolean overwrites = ScriptFlow.overwrites(graph.block());
        return new ScriptFunction(this, functions.create_function(new QualifiedName(name), graph), overwrites);
    }

    /**
     * What {@code forward} computes, as written in the file.
     *
     * @throws ScriptFailure if it fails on this input or does not return one tensor
     */
    public ScriptFunction forward() {
        return new ScriptFunction(this, module.get_method("forward").function(), true);
    }

    /**
     * Saves a copy of this module in which everything that read the result of submodule {@code target} (of its last call)
     * reads {@code inserted} of it instead.
     *
     * @param name of the inserted module in the root of the copy
     * @param inserted its forward takes and returns one tensor
     * @throws ScriptFailure if there is no such submodule, or the result cannot be compiled or written
     */
    public void saveWithInserted(String target, String name, ScriptWriter inserted, Path file) {
        ScriptInsertion.save(this, target, name, inserted, file);
    }

    /** Releases the weights; the functions made from it must not be running, and fail afterwards. */
    @Override
    public void close() {
        closed = true;
        functions.close();
        self.close();
        module.close();
    }
}
