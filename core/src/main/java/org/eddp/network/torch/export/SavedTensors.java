package org.eddp.network.torch.export;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.eddp.files.python.PickleMachine;
import org.eddp.files.python.PickledTensor;
import org.eddp.network.NetworkFailure;
import org.eddp.network.onnx.file.OnnxTensor;
import org.eddp.network.torch.StoredTensors;
import org.eddp.network.torch.StoredTensors.TensorLayout;
import org.eddp.network.torch.TorchArchive;

/** The tensors of a dictionary that was written by {@code torch.save}, as a file inside of another one. */
final class SavedTensors {
    private static final String PICKLE = "data.pkl";
    private static final long MOST_TEXT = 64L << 20;

    private final StoredTensors stored;
    private final Map<String, PickledTensor> tensors = new LinkedHashMap<>();

    /** @throws NetworkFailure if it is damaged, or not a dictionary */
    SavedTensors(TorchArchive archive) {
        stored = new StoredTensors(archive);
        if (!(PickleMachine.run(archive.parsed(PICKLE, MOST_TEXT), new Tensors(archive.title()))
                instanceof Map<?, ?> map)) {
            throw new NetworkFailure("cannot read " + archive.title() + ": it does not hold a dictionary of tensors");
        }
        map.forEach((name, value) -> {
            if (name instanceof String text && value instanceof PickledTensor tensor) {
                tensors.put(text, tensor);
            }
        });
    }

    /** Names of the tensors; other values of the dictionary are left out. */
    Set<String> names() {
        return tensors.keySet();
    }

    /** @param name that the tensor gets */
    OnnxTensor read(String name, String target) {
        PickledTensor tensor = tensors.get(target);
        return stored.read(name, "data/" + tensor.storage().key(), TensorLayout.of(tensor));
    }

    /** Only tensors are created. */
    private record Tensors(String title) implements PickleMachine.Objects {
        @Override
        public Object made(String name, Object given) {
            throw failure("makes an object of " + name + ", which is not a tensor");
        }

        @Override
        public RuntimeException failure(String what) {
            return new NetworkFailure(title + ": " + PICKLE + " in it " + what);
        }
    }
}
