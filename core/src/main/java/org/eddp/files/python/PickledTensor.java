package org.eddp.files.python;

/** A tensor as a pickle describes it: some of the numbers of a storage. Identity matters: two may be equal and be changed apart. */
public final class PickledTensor {
    private static final int MOST_DIMENSIONS = 16;

    private final Storage storage;
    private final long offset;
    private final long[] sizes;
    private final long[] strides;

    /**
     * Numbers in an entry of the archive.
     *
     * @param type PyTorch's name of their class, {@code torch.FloatStorage}
     * @param key name of the entry
     * @param count how many there are, as the pickle says
     */
    public record Storage(String type, String key, long count) {}

    private PickledTensor(Storage storage, long offset, long[] sizes, long[] strides) {
        this.storage = storage;
        this.offset = offset;
        this.sizes = sizes;
        this.strides = strides;
    }

    /** Reads the arguments of {@code _rebuild_tensor_v2}. */
    static PickledTensor of(Object[] given, PickleMachine.Objects objects) {
        if (given.length >= 4
                && given[0] instanceof Storage storage
                && given[1] instanceof Long offset
                && given[2] instanceof Object[] sizes
                && given[3] instanceof Object[] strides) {
            PickledTensor tensor =
                    new PickledTensor(storage, offset, lengths(sizes, objects), lengths(strides, objects));
            if (tensor.isWithin()) {
                return tensor;
            }
        }
        throw objects.failure("has a tensor that reaches beyond the numbers it has; copy or export the file again");
    }

    private static long[] lengths(Object[] items, PickleMachine.Objects objects) {
        long[] lengths = new long[items.length];
        for (int i = 0; i < items.length; i++) {
            if (!(items[i] instanceof Long length) || length < 0 || items.length > MOST_DIMENSIONS) {
                throw objects.failure("has a tensor whose shape is not a few whole numbers");
            }
            lengths[i] = length;
        }
        return lengths;
    }

    private boolean isWithin() {
        if (offset < 0 || sizes.length != strides.length) {
            return false;
        }
        try {
            long last = offset;
            long elements = 1;
            for (int i = 0; i < sizes.length; i++) {
                elements = Math.multiplyExact(elements, sizes[i]);
                last = Math.addExact(last, Math.multiplyExact(Math.max(0, sizes[i] - 1), strides[i]));
            }
            return elements == 0 || last < storage.count;
        } catch (ArithmeticException e) {
            return false;
        }
    }

    /** Its storage. */
    public Storage storage() {
        return storage;
    }

    /** Number of the first element in the storage. */
    public long offset() {
        return offset;
    }

    /** Lengths of its dimensions. */
    public long[] sizes() {
        return sizes.clone();
    }

    /** Steps between elements, in elements of the storage; the last element lies within it. */
    public long[] strides() {
        return strides.clone();
    }
}
