package org.eddp.tensor;

import org.bytedeco.javacpp.Pointer;
import org.bytedeco.javacpp.PointerScope;

/**
 * The engine's own objects behind ours, for the packages below this one. Public only because Java has no visibility for
 * those: nothing outside of {@code org.eddp.tensor} can name the types it takes and returns.
 */
public final class Native {
    private Native() {}

    /** The engine's tensor; shared, not to be closed. */
    public static org.bytedeco.pytorch.Tensor of(Tensor tensor) {
        return tensor.torch();
    }

    /** A tensor of the engine as one of ours, which is closed instead of it. */
    public static Tensor wrap(org.bytedeco.pytorch.Tensor tensor) {
        return new Tensor(tensor);
    }

    /** Lets an object outlive {@code owner}; the caller must close it. */
    public static void detach(PointerScope owner, Pointer pointer) {
        Scope.detach(owner, pointer);
    }

    /** Lets an object outlive the innermost scope, as one of the scope around it if there is one. */
    public static void handOver(PointerScope innermost, Pointer pointer) {
        Scope.handOver(innermost, pointer);
    }
}
