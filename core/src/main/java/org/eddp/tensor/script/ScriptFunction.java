package org.eddp.tensor.script;

import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.Function;
import org.bytedeco.pytorch.GraphOptimizerEnabledGuard;
import org.bytedeco.pytorch.IValue;
import org.bytedeco.pytorch.IValueVector;
import org.bytedeco.pytorch.NoGradGuard;
import org.bytedeco.pytorch.TupleElements;
import org.eddp.tensor.Native;
import org.eddp.tensor.Tensor;

/**
 * A part of a {@link ScriptModule} that runs: one tensor in, one or several out. Thread-safe. Records gradients when its
 * input does.
 */
public final class ScriptFunction {
    private final ScriptModule module;
    private final Function function;

    /** Whether it may overwrite its input, and therefore gets a copy. */
    private final boolean overwrites;

    ScriptFunction(ScriptModule module, Function function, boolean overwrites) {
        this.module = module;
        this.function = function;
        this.overwrites = overwrites;
    }

    /**
     * The function's value at {@code input}.
     *
     * @throws ScriptFailure if the engine fails, or the value is not a tensor
     */
    public Tensor apply(Tensor input) {
        Tensor[] found = applyAll(input);
        if (found.length != 1 || found[0] == null) {
            throw new ScriptFailure("it returns something other than one tensor");
        }
        return found[0];
    }

    /**
     * Like {@link #apply} for a function that returns a tuple of tensors.
     *
     * @return its elements, null where one is not a tensor
     */
    public Tensor[] applyAll(Tensor input) {
        if (Native.of(input).requires_grad()) {
            return run(input);
        }
        try (NoGradGuard silent = new NoGradGuard()) {
            return run(input);
        }
    }

    private Tensor[] run(Tensor input) {
        // the optimising executor spends its first runs on profiling and is not faster afterwards
        try (PointerScope scope = new PointerScope();
                GraphOptimizerEnabledGuard plain = new GraphOptimizerEnabledGuard(false)) {
            IValueVector stack = new IValueVector(
                    module.self(), new IValue(overwrites ? Native.of(input).clone() : Native.of(input)));
            IValue result = function.apply(stack);
            if (!result.isTuple()) {
                return new Tensor[] {outlive(scope, result)};
            }
            TupleElements elements = result.toTuple().elements();
            Tensor[] tensors = new Tensor[Math.toIntExact(elements.size())];
            for (int i = 0; i < tensors.length; i++) {
                tensors[i] = outlive(scope, elements.get(i));
            }
            return tensors;
        } catch (RuntimeException e) {
            throw ScriptFailure.of(e);
        }
    }

    boolean truth() {
        try (PointerScope scope = new PointerScope()) {
            IValueVector stack = new IValueVector(module.self());
            return function.apply(stack).toBool();
        }
    }

    /** A handle of the caller's scope: what {@code toTensor} gives is only borrowed from the value. */
    private static Tensor outlive(PointerScope inner, IValue value) {
        if (!value.isTensor()) {
            return null;
        }
        org.bytedeco.pytorch.Tensor own = new org.bytedeco.pytorch.Tensor(value.toTensor());
        Native.handOver(inner, own);
        return Native.wrap(own);
    }
}
