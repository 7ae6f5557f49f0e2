package org.eddp.network.torch.export;

import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Map;
import org.eddp.files.Json;
import org.eddp.network.NetworkFailure;
import org.eddp.network.onnx.file.OnnxTensor;
import org.eddp.network.torch.TorchArchive;
import org.eddp.network.torch.script.SavedTensors;
import tools.jackson.databind.JsonNode;

/** The weights and constants of an exported program, by name. */
final class StoredWeights {
    private static final long MOST_TEXT = 256L << 20;
    private static final long LARGEST = Integer.MAX_VALUE - 16;

    private final ExportedProgram program;
    private final Map<String, Place> places = new HashMap<>();
    /** Those of files of PyTorch 2.7 and older. */
    private final Map<String, SavedTensors.Saved> saved = new HashMap<>();

    /** Entry of the archive, and what lies in it. */
    private record Place(String entry, JsonNode meta) {}

    StoredWeights(ExportedProgram program) {
        this.program = program;
        if (program.legacy()) {
            saved("serialized_state_dict.pt");
            saved("serialized_constants.pt");
            return;
        }
        index("data/weights/", program.name() + "_weights_config.json");
        index("data/constants/", program.name() + "_constants_config.json");
    }

    private void saved(String entry) {
        ByteBuffer content = program.archive().has(entry) ? program.archive().bytes(entry, LARGEST) : null;
        if (content != null && content.hasRemaining()) {
            saved.putAll(SavedTensors.read(TorchArchive.of(program.file() + ": " + entry, content)));
        }
    }

    private void index(String folder, String config) {
        if (!program.archive().has(folder + config)) {
            return;
        }
        JsonNode json =
                Json.parse(program.file(), folder + config, program.archive().text(folder + config, MOST_TEXT));
        json.path("config").properties().forEach(entry -> {
            JsonNode content = entry.getValue();
            if (content.path("use_pickle").asBoolean(false)) {
                return; // reported when it is asked for
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
        SavedTensors.Saved old = saved.get(target);
        if (place == null && old == null) {
            throw new NetworkFailure("its tensor '" + target
                    + "' is not there, or is a pickle; write the file again with torch.export.save");
        }
        try {
            if (old != null) {
                return new TensorInfo(old.type(), old.sizes(), old.strides(), old.offset()).read(name, old.numbers());
            }
            return TensorInfo.of(place.meta).read(name, program.archive().bytes(place.entry, LARGEST));
        } catch (NetworkFailure e) {
            throw new NetworkFailure("its tensor '" + target + "': " + e.getMessage(), e);
        }
    }
}
