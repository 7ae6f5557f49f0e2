package org.eddp.dictionaries;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.eddp.dictionaries.DictionaryFormat.Request;
import org.eddp.failure.InvalidInput;
import org.eddp.files.FileFailure;
import org.eddp.files.Inputs;
import org.eddp.files.json.Json;
import org.eddp.files.python.PythonArrays;
import org.eddp.files.python.PythonArrays.PythonArray;
import org.eddp.tensor.Matrix;
import tools.jackson.databind.JsonNode;

/**
 * A checkpoint of the library saev: one line of JSON (schema, configuration), then the state dict: {@code W_enc} (D x I),
 * {@code b_enc}, {@code W_dec} (I x D), {@code b_dec}. The first schemas subtract {@code b_dec} from the features before they are
 * read; from schema 2 on they are read as they are.
 */
final class SaevDictionary {
    private static final int LONGEST_LINE = 1 << 16;
    private static final int FIRST_WITHOUT_SUBTRACTION = 2;

    private SaevDictionary() {}

    static Dictionary read(PythonArrays arrays, List<Path> files, Request request) {
        if (files.size() != 1) {
            throw new InvalidInput("a checkpoint of saev is one file, not " + files.size());
        }
        JsonNode header = header(files.get(0));
        int schema = header.path("schema").asInt(0);
        boolean subtract = request.subtractBias() != null ? request.subtractBias() : schema < FIRST_WITHOUT_SUBTRACTION;
        ArrayLookup readings = new ArrayLookup(arrays, request.width());
        Matrix filters = readings.directions(readings.need("W_enc"), false);
        PythonArray decoder = readings.need("W_dec");
        readings.note("schema " + schema + " of saev: the encoder was taken to "
                + (subtract ? "subtract b_dec from the features first" : "read the features as they are"));
        return new Dictionary(
                filters,
                ArrayLookup.thresholds(
                        filters,
                        ArrayLookup.vector(readings.need("b_enc"), filters.columns()),
                        subtract ? ArrayLookup.vector(readings.need("b_dec"), filters.rows()) : null,
                        null),
                readings.directions(decoder, true),
                null,
                request.largest() != null ? request.largest() : largest(header),
                readings.notes());
    }

    /** How many units fire at most: where the activation is TopK or BatchTopK. */
    private static Integer largest(JsonNode header) {
        JsonNode settings = header.path("cfg");
        JsonNode activation = settings.path("activation");
        boolean named = header.path("cls").asString("").endsWith("TopK");
        JsonNode count = activation.path("params").has("top_k")
                ? activation.path("params").path("top_k")
                : activation.has("top_k") ? activation.path("top_k") : named ? settings.path("top_k") : null;
        return count != null && count.isInt() ? Integer.valueOf(count.asInt()) : null;
    }

    private static JsonNode header(Path file) {
        byte[] start;
        try (InputStream in = Inputs.stream(file)) {
            start = in.readNBytes(LONGEST_LINE);
        } catch (IOException e) {
            throw FileFailure.reading(file, e);
        }
        String text = new String(start, StandardCharsets.ISO_8859_1);
        int end = text.indexOf('\n');
        if (!text.startsWith("{") || end < 0) {
            throw new InvalidInput(
                    "it does not begin with a line of JSON, as checkpoints of saev do; is it a plain state dict?");
        }
        return Json.parse(file, "its first line", text.substring(0, end));
    }
}
