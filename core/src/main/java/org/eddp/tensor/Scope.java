package org.eddp.tensor;

import java.util.Iterator;
import java.util.function.Supplier;
import org.bytedeco.javacpp.Pointer;
import org.bytedeco.javacpp.PointerScope;

/**
 * Owns the tensors created on this thread while it is open and releases their native memory when it closes.
 *
 * <p>Scopes nest; a tensor belongs to the innermost one open when it was created. Use with try-with-resources.
 */
public final class Scope implements AutoCloseable {
    private final PointerScope pointers;

    private Scope() {
        Engine.start();
        pointers = new PointerScope();
    }

    /** Opens a scope on the calling thread. */
    public static Scope open() {
        return new Scope();
    }

    /**
     * Lets {@code tensor} outlive this scope: it now belongs to no scope, and the caller must close it.
     *
     * @return the same tensor
     */
    public Tensor keep(Tensor tensor) {
        detach(pointers, tensor);
        return tensor;
    }

    /**
     * Takes a tensor that was just created out of whatever scope is open on this thread; the caller must close it.
     *
     * @return the same tensor
     */
    public static Tensor release(Tensor tensor) {
        PointerScope innermost = PointerScope.getInnerScope();
        if (innermost != null) {
            detach(innermost, tensor);
        }
        return tensor;
    }

    /**
     * Runs {@code computation} in a scope of its own, so that only its result stays in the scope open on this thread.
     *
     * @return a tensor that shares the result's memory
     */
    public static Tensor inner(Supplier<Tensor> computation) {
        return innerAll(() -> new Tensor[] {computation.get()})[0];
    }

    /** {@link #inner} for several results. */
    public static Tensor[] innerAll(Supplier<Tensor[]> computation) {
        try (Scope scope = open()) {
            Tensor[] results = computation.get().clone();
            for (int i = 0; i < results.length; i++) {
                results[i] = Views.alias(results[i]); // the result may belong to another scope
                handOver(scope.pointers, results[i].torch());
            }
            return results;
        }
    }

    private static void detach(PointerScope owner, Tensor tensor) {
        detach(owner, tensor.torch());
    }

    /** Lets any native object outlive {@code owner}; the caller must close it. */
    static void detach(PointerScope owner, Pointer pointer) {
        pointer.retainReference(); // the scope's own reference goes with the next line
        owner.detach(pointer);
    }

    /** Lets a native object outlive the innermost scope, as one of the scope around it if there is one. */
    static void handOver(PointerScope innermost, Pointer pointer) {
        Iterator<PointerScope> open = PointerScope.getScopeIterator();
        if (open != null) {
            while (open.hasNext() && open.next() != innermost) {
                // the scopes opened within it come first
            }
            if (open.hasNext()) {
                open.next().attach(pointer);
                return;
            }
        }
        detach(innermost, pointer);
    }

    @Override
    public void close() {
        pointers.close();
    }
}
