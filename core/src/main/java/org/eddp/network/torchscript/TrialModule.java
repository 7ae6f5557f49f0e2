package org.eddp.network.torchscript;

import java.util.function.Supplier;
import org.eddp.tensor.Tensor;
import org.eddp.tensor.script.ScriptModule;

/**
 * A module that is tried on inputs it may not take, loaded again after every failure: an operator that fails halfway can leave weights
 * behind whose sizes no longer fit their memory, so a module that has failed is never run again.
 */
final class TrialModule implements AutoCloseable {
    private final Supplier<ScriptModule> source;
    private ScriptModule module;
    private boolean failed;

    /** @param source loads the module; asked again after a failure */
    TrialModule(Supplier<ScriptModule> source) {
        this.source = source;
    }

    /** A module that has not failed. It is closed by this object; what was made from it must not be used after a failure. */
    ScriptModule get() {
        if (failed) {
            close();
        }
        if (module == null) {
            module = source.get();
        }
        return module;
    }

    /** Runs {@code forward}. */
    Tensor[] forward(Tensor images) {
        ScriptModule running = get();
        failed = true; // until it has succeeded, whatever is thrown
        Tensor[] results = running.forward().applyAll(images);
        failed = false;
        return results;
    }

    @Override
    public void close() {
        if (module != null) {
            module.close();
            module = null;
        }
        failed = false;
    }
}
