package org.eddp.dictionaries;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.eddp.dictionaries.DictionaryFormat.ArrayNames;
import org.eddp.dictionaries.DictionaryFormat.Request;
import org.eddp.failure.InvalidInput;
import org.eddp.files.python.PythonArrays;
import org.eddp.files.python.PythonArrays.PythonArray;
import org.eddp.tensor.Matrix;

/** Plain named arrays: encoder, biases, decoder, thresholds; or the layout of our own runs. */
final class NamedDictionary {
    private NamedDictionary() {}

    static Dictionary read(PythonArrays arrays, List<Path> files, Request request) {
        boolean own = arrays.find("filters") != null && arrays.find("signals") != null;
        return own && request.names().equals(ArrayNames.USUAL) ? own(arrays, request) : named(arrays, request);
    }

    /** {@code directions.safetensors} of a run. */
    private static Dictionary own(PythonArrays arrays, Request request) {
        ArrayLookup readings = new ArrayLookup(arrays, request.width());
        Matrix filters = readings.need("filters").matrix();
        if (filters.rows() != request.width()) {
            throw new InvalidInput("its filters have " + filters.rows() + " features, the feature set has "
                    + request.width() + "; is it a run of another layer?");
        }
        PythonArray mean = arrays.find("mean");
        return new Dictionary(
                filters,
                ArrayLookup.vector(readings.need("thresholds"), filters.columns()),
                readings.need("signals").matrix(),
                mean == null ? null : ArrayLookup.vector(mean, filters.rows()),
                request.largest(),
                List.of());
    }

    static Dictionary named(PythonArrays arrays, Request request) {
        ArrayNames names = request.names();
        ArrayLookup readings = new ArrayLookup(arrays, request.width());
        PythonArray encoder = readings.find(names.encoder(), ArrayNames.ENCODERS);
        PythonArray decoder = readings.find(names.decoder(), ArrayNames.DECODERS);
        if (encoder == null && decoder == null) {
            throw new InvalidInput("no array in it has one of the usual names of an encoder or a decoder ("
                    + String.join(", ", ArrayNames.ENCODERS) + "; " + String.join(", ", ArrayNames.DECODERS)
                    + "), so say what they are called; it has " + arrays.contents());
        }
        Matrix written = decoder == null ? null : readings.directions(decoder, !isLinear(decoder));
        Matrix filters = encoder == null ? written : readings.directions(encoder, isLinear(encoder));
        if (encoder == null) {
            readings.note("there is no encoder, so features are projected onto the directions of the decoder");
        }
        double[] thresholds = thresholds(readings, filters, request);
        return new Dictionary(filters, thresholds, written, null, request.largest(), readings.notes());
    }

    /** A linear layer of PyTorch has its outputs first; a matrix called W_enc has its inputs first. */
    private static boolean isLinear(PythonArray array) {
        return array.name().endsWith("weight") || array.name().endsWith("coef_");
    }

    private static double[] thresholds(ArrayLookup readings, Matrix filters, Request request) {
        ArrayNames names = request.names();
        int units = filters.columns();
        PythonArray bias = readings.find(names.encoderBias(), ArrayNames.ENCODER_BIASES);
        PythonArray origin = readings.find(names.decoderBias(), ArrayNames.DECODER_BIASES);
        PythonArray level = readings.find(names.thresholds(), ArrayNames.THRESHOLDS);
        PythonArray logLevel = names.thresholds() == null ? readings.find(null, ArrayNames.LOG_THRESHOLDS) : null;
        boolean subtract = Boolean.TRUE.equals(request.subtractBias());
        if (subtract && origin == null) {
            throw new InvalidInput("there is no bias of the decoder that the encoder could subtract");
        }
        if (origin != null && request.subtractBias() == null) {
            readings.note(
                    "the encoder was taken to read the features as they are; say so if it subtracts the decoder's bias "
                            + origin.name() + " first");
        }
        if (bias == null && level == null && logLevel == null) {
            return null;
        }
        double[] levels = null;
        if (level != null) {
            levels = ArrayLookup.vector(level, units);
        } else if (logLevel != null) {
            levels = Arrays.stream(ArrayLookup.vector(logLevel, units))
                    .map(Math::exp)
                    .toArray();
        }
        return ArrayLookup.thresholds(
                filters,
                bias == null ? null : ArrayLookup.vector(bias, units),
                subtract ? ArrayLookup.vector(origin, filters.rows()) : null,
                levels);
    }
}
