package org.eddp.network.torch;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.eddp.files.python.PickledTensor;
import org.eddp.network.NetworkFailure;
import org.eddp.network.onnx.file.OnnxTensor;
import org.eddp.network.onnx.file.OnnxTensor.ElementType;

/**
 * Tensors whose numbers are entries of an archive. Numbers that lie in order are not copied. Strides may repeat
 * numbers, and many tensors may share an entry, so the total size of all copies is limited.
 */
public final class StoredTensors {
    private static final long LARGEST = Integer.MAX_VALUE - 16;
    /** Weights in another memory order need as much memory as the file; repeated numbers need little. */
    private static final long MORE_THAN_THE_FILE = 64L << 20;

    private final TorchArchive archive;
    private final Map<String, ByteBuffer> storages = new HashMap<>();
    private final Map<String, ByteBuffer> copies = new HashMap<>();
    private final long mostCopied;
    private long copied;

    /** Reads tensors of an archive. */
    public StoredTensors(TorchArchive archive) {
        this.archive = archive;
        mostCopied = archive.length() + MORE_THAN_THE_FILE;
    }

    /** The bytes of an entry. */
    public ByteBuffer storage(String entry) {
        return storages.computeIfAbsent(entry, name -> archive.bytes(name, LARGEST));
    }

    /**
     * A tensor.
     *
     * @param name that it gets
     * @param entry that holds its numbers
     * @throws NetworkFailure if it does not lie within the entry, or would take too much memory
     */
    public OnnxTensor read(String name, String entry, TensorLayout layout) {
        ByteBuffer storage = storage(entry);
        int width = layout.type().bytes();
        int count = layout.count(storage.remaining());
        ByteBuffer data;
        if (count == 0) {
            data = ByteBuffer.allocate(0);
        } else if (layout.inOrder()) {
            data = storage.slice(storage.position() + (int) (layout.offset() * width), count * width);
        } else {
            String key = entry + " " + layout;
            data = copies.containsKey(key) ? copies.get(key) : gathered(storage, layout, count);
            copies.put(key, data);
        }
        return OnnxTensor.of(name, layout.type(), data.duplicate().order(ByteOrder.LITTLE_ENDIAN), layout.sizes());
    }

    private ByteBuffer gathered(ByteBuffer storage, TensorLayout layout, int count) {
        int width = layout.type().bytes();
        copied += (long) count * width;
        if (copied > mostCopied) {
            throw new NetworkFailure("its tensors repeat the same numbers too often: in order they take more than "
                    + mostCopied + " bytes");
        }
        ByteBuffer data = ByteBuffer.allocate(count * width);
        int[] place = new int[layout.sizes().length];
        byte[] element = new byte[width];
        for (int i = 0; i < count; i++) {
            long at = layout.offset();
            for (int k = 0; k < place.length; k++) {
                at += place[k] * layout.strides()[k];
            }
            storage.get(storage.position() + (int) (at * width), element);
            data.put(element);
            for (int k = place.length - 1; k >= 0 && ++place[k] == layout.sizes()[k]; k--) {
                place[k] = 0;
            }
        }
        return data.flip();
    }

    /**
     * Type and layout of a tensor in a storage.
     *
     * @param type of its elements
     * @param sizes of its dimensions
     * @param strides in elements
     * @param offset of its first element, in elements
     */
    public record TensorLayout(ElementType type, long[] sizes, long[] strides, long offset) {
        private static final Map<ElementType, String> STORAGES = Map.of(
                ElementType.FLOAT, "FloatStorage",
                ElementType.DOUBLE, "DoubleStorage",
                ElementType.FLOAT16, "HalfStorage",
                ElementType.BFLOAT16, "BFloat16Storage",
                ElementType.INT64, "LongStorage",
                ElementType.INT32, "IntStorage",
                ElementType.INT16, "ShortStorage",
                ElementType.INT8, "CharStorage",
                ElementType.UINT8, "ByteStorage",
                ElementType.BOOL, "BoolStorage");

        /** The class of PyTorch that holds elements of a type. */
        public static String storage(ElementType type) {
            if (!STORAGES.containsKey(type)) {
                throw new NetworkFailure("PyTorch has no tensors of type " + type);
            }
            return STORAGES.get(type);
        }

        /** The type of an element by PyTorch's number of it. */
        public static ElementType elementType(long torchType) {
            return ElementKind.of(torchType);
        }

        /**
         * The layout of a tensor of a pickle.
         *
         * @throws NetworkFailure if its elements are of a type that networks here do not have
         */
        public static TensorLayout of(PickledTensor tensor) {
            String storage = tensor.storage().type();
            ElementType type = STORAGES.entrySet().stream()
                    .filter(entry -> storage.equals("torch." + entry.getValue()))
                    .map(Map.Entry::getKey)
                    .findFirst()
                    .orElseThrow(
                            () -> new NetworkFailure("it has numbers of type " + storage + ", which is not supported"));
            return new TensorLayout(type, tensor.sizes(), tensor.strides(), tensor.offset());
        }

        /**
         * Number of its elements.
         *
         * @throws NetworkFailure if they do not lie within a storage of so many bytes, or are more than an array can hold
         */
        int count(long bytes) {
            long count = 1;
            long last = offset;
            try {
                for (int i = 0; i < sizes.length; i++) {
                    count = Math.multiplyExact(count, sizes[i]);
                    last = Math.addExact(last, Math.multiplyExact(Math.max(0, sizes[i] - 1), strides[i]));
                }
                Math.multiplyExact(count, type.bytes());
                last = Math.multiplyExact(Math.addExact(last, 1), type.bytes());
            } catch (ArithmeticException e) {
                throw new NetworkFailure("its shape " + Arrays.toString(sizes) + " is larger than any file");
            }
            if ((count > 0 && last > bytes) || count * type.bytes() > Integer.MAX_VALUE - 16) {
                throw new NetworkFailure("shape " + Arrays.toString(sizes) + " needs more than the " + bytes
                        + " bytes there are; the file is damaged or incomplete");
            }
            return (int) count;
        }

        /** Whether its elements lie one after the other. */
        boolean inOrder() {
            long expected = 1;
            for (int i = sizes.length - 1; i >= 0; i--) {
                if (sizes[i] != 1 && strides[i] != expected) {
                    return false;
                }
                expected *= sizes[i];
            }
            return true;
        }

        @Override
        public String toString() {
            return type + " " + Arrays.toString(sizes) + " " + Arrays.toString(strides) + " " + offset;
        }
    }
}
