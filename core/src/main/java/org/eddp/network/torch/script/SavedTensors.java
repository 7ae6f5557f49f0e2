package org.eddp.network.torch.script;

import java.nio.ByteBuffer;
import java.util.LinkedHashMap;
import java.util.Map;
import org.eddp.network.NetworkFailure;
import org.eddp.network.onnx.file.OnnxTensor.ElementType;
import org.eddp.network.torch.TorchArchive;

/** The tensors of a dictionary that was written by {@code torch.save}, as a file inside of another one. */
public final class SavedTensors {
    private static final String PICKLE = "data.pkl";
    private static final long MOST_TEXT = 64L << 20;
    private static final long LARGEST = Integer.MAX_VALUE - 16;

    private SavedTensors() {}

    /**
     * A tensor: some of the numbers of a storage.
     *
     * @param strides in elements
     * @param offset of the first element, in elements
     * @param numbers the storage
     */
    public record Saved(ElementType type, long[] sizes, long[] strides, long offset, ByteBuffer numbers) {}

    /**
     * Reads the tensors by name; other values of the dictionary are left out.
     *
     * @throws NetworkFailure if it is damaged, or not a dictionary
     */
    public static Map<String, Saved> read(TorchArchive archive) {
        Object root = Pickle.read(archive.title() + ": " + PICKLE, archive.bytes(PICKLE, MOST_TEXT));
        if (!(root instanceof Map<?, ?> map)) {
            throw new NetworkFailure("cannot read " + archive.title() + ": it does not hold a dictionary of tensors");
        }
        Map<String, Saved> tensors = new LinkedHashMap<>();
        map.forEach((name, value) -> {
            if (name instanceof String text && value instanceof Pickle.Tensor tensor) {
                ByteBuffer numbers = archive.bytes("data/" + tensor.storage.key(), LARGEST);
                tensors.put(
                        text, new Saved(tensor.storage.type(), tensor.sizes, tensor.strides, tensor.offset, numbers));
            }
        });
        return tensors;
    }
}
