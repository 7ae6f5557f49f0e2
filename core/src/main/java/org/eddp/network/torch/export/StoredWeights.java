package org.eddp.network.torch.export;

import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Map;
import org.eddp.network.NetworkFailure;
import org.eddp.network.onnx.file.OnnxTensor;
import org.eddp.network.torch.StoredTensors;
import org.eddp.network.torch.TorchArchive;
import tools.jackson.databind.JsonNode;

/** The weights and constants of an exported program, by name. */
final class StoredWeights {
    private final ExportedProgram program;
    private final StoredTensors tensors;
    private final Map<String, Place> places = new HashMap<>();
    /** Those of files of PyTorch 2.7 and older. */
    private final Map<String, SavedTensors> saved = new HashMap<>();

    /** Entry of the archive, and its content. */
    private record Place(String entry, JsonNode meta) {}

    StoredWeights(ExportedProgram program) {
        this.program = program;
        tensors = new StoredTensors(program.archive());
        if (program.legacy()) {
            saved("serialized_state_dict.pt");
            saved("serialized_constants.pt");
            return;
        }
        index("data/weights/", program.name() + "_weights_config.json");
        index("data/constants/", program.name() + "_constants_config.json");
    }

    private void saved(String entry) {
        ByteBuffer content = program.archive().has(entry) ? tensors.storage(entry) : null;
        if (content != null && content.hasRemaining()) {
            SavedTensors read = new SavedTensors(TorchArchive.of(program.file() + ": " + entry, content));
            read.names().forEach(name -> saved.put(name, read));
        }
    }

    private void index(String folder, String config) {
        if (!program.archive().has(folder + config)) {
            return;
        }
        program.json(folder + config).path("config").properties().forEach(entry -> {
            JsonNode content = entry.getValue();
            if (content.path("use_pickle").asBoolean(false)) {
                return; // reported when it is needed
            }
            places.put(
                    entry.getKey(),
                    new Place(folder + content.path("path_name").asString(""), content.path("tensor_meta")));
        });
    }

    /**
     * A weight or constant.
     *
     * @param name that the tensor gets in the graph
     * @param target its name in the file
     */
    OnnxTensor read(String name, String target) {
        Place place = places.get(target);
        SavedTensors old = saved.get(target);
        if (place == null && old == null) {
            throw new NetworkFailure("its tensor '" + target
                    + "' is not there, or is a pickle; write the file again with torch.export.save");
        }
        try {
            return old != null
                    ? old.read(name, target)
                    : tensors.read(name, place.entry, TensorInfo.layout(place.meta));
        } catch (NetworkFailure e) {
            throw new NetworkFailure("its tensor '" + target + "': " + e.getMessage(), e);
        }
    }
}
