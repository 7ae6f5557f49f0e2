package org.eddp.network.torch.export;

import java.util.HashMap;
import java.util.Map;
import org.eddp.files.Json;
import org.eddp.network.NetworkFailure;
import org.eddp.network.onnx.file.OnnxTensor;
import tools.jackson.databind.JsonNode;

/** The weights and constants of an exported program, by name. */
final class StoredWeights {
    private static final long MOST_TEXT = 256L << 20;
    private static final long LARGEST = Integer.MAX_VALUE - 16;

    private final ExportedProgram program;
    private final Map<String, Place> places = new HashMap<>();

    /** Entry of the archive, and what lies in it. */
    private record Place(String entry, JsonNode meta) {}

    StoredWeights(ExportedProgram program) {
        this.program = program;
        if (program.legacy()) {
            throw new NetworkFailure(
                    "it was written by torch.export of PyTorch 2.7 or older, whose weights are not read;"
                            + " load it with torch.export.load and write it with torch.export.save of PyTorch 2.8 or later");
        }
        index("data/weights/", program.name() + "_weights_config.json");
        index("data/constants/", program.name() + "_constants_config.json");
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
        if (place == null) {
            throw new NetworkFailure("its tensor '" + target
                    + "' is not there, or is a pickle; write the file again with torch.export.save");
        }
        try {
            return TensorInfo.of(place.meta).read(name, program.archive().bytes(place.entry, LARGEST));
        } catch (NetworkFailure e) {
            throw new NetworkFailure("its tensor '" + target + "': " + e.getMessage(), e);
        }
    }
}
