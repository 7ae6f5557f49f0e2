package org.eddp.tensor;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Numbered scratch tensors that are allocated once and reused, so that the hot loop does not allocate.
 *
 * <p>Not thread-safe: each worker uses its own. The content of a buffer is undefined when it is handed out, and handing
 * it out again invalidates what it held.
 */
public final class Buffers implements AutoCloseable {
    private final DType type;
    private final List<Slot> slots = new ArrayList<>();

    /** Buffers with elements of the given type. */
    public Buffers(DType type) {
        this.type = type;
    }

    /** The scratch tensor with this number, in the given shape. */
    public Tensor get(int number, long... shape) {
        while (slots.size() <= number) {
            slots.add(new Slot());
        }
        return slots.get(number).shaped(shape);
    }

    @Override
    public void close() {
        slots.forEach(Slot::close);
        slots.clear();
    }

    private final class Slot {
        private Tensor memory;
        private Tensor view;
        private long[] viewShape;

        Tensor shaped(long... shape) {
            if (!Arrays.equals(viewShape, shape)) {
                long needed = Arrays.stream(shape).reduce(1, Math::multiplyExact);
                if (memory == null || memory.count() < needed) {
                    close();
                    memory = Scope.release(Tensor.empty(type, needed));
                } else {
                    closeView();
                }
                try (Scope scope = Scope.open()) {
                    view = scope.keep(memory.narrow(0, 0, needed).view(shape));
                }
                viewShape = shape.clone();
            }
            return view;
        }

        private void closeView() {
            viewShape = null;
            if (view != null) {
                view.close();
                view = null;
            }
        }

        void close() {
            closeView();
            if (memory != null) {
                memory.close();
                memory = null;
            }
        }
    }
}
