package org.eddp.network.torch;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.HashMap;
import java.util.Map;
import org.eddp.network.NetworkFailure;
import org.eddp.network.onnx.file.OnnxTensor;

/**
 * Tensors whose numbers are entries of an archive. Numbers that lie in order are not copied. Strides may let a few numbers stand for
 * many, and many tensors may share an entry, so all copies together are limited.
 */
public final class StoredTensors {
    private static final long LARGEST = Integer.MAX_VALUE - 16;
    /** Networks whose weights lie in another order need as much as the file has; repeated numbers need little. */
    private static final long MORE_THAN_THE_FILE = 64L << 20;

    private final TorchArchive archive;
    private final Map<String, ByteBuffer> storages = new HashMap<>();
    private final Map<String, ByteBuffer> copies = new HashMap<>();
    private final long mostCopied;
    private long copied;

    /** Of an archive. */
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
}
