package org.eddp.dictionaries;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.eddp.dictionaries.DictionaryFormat.Request;
import org.eddp.failure.InvalidInput;
import org.eddp.files.python.PythonArrays;
import org.eddp.files.python.PythonArrays.PythonArray;
import org.eddp.tensor.Matrix;

/**
 * The state dict of an autoencoder of the library overcomplete whose encoder is one linear layer, with or without batch
 * normalisation: {@code encoder.final_block.0} (linear), {@code encoder.final_block.1} (normalisation),
 * {@code dictionary._weights}, and {@code thresholds} (logarithms) where it jumps. How many units fire at most on a patch is not in
 * the file.
 */
final class OvercompleteDictionary {
    private static final String LINEAR = "encoder.final_block.0.";
    private static final String NORM = "encoder.final_block.1.";
    /** PyTorch's epsilon of the variance. */
    private static final double EPSILON = 1e-5;

    private OvercompleteDictionary() {}

    static Dictionary read(PythonArrays arrays, List<Path> files, Request request) {
        if (arrays.names().stream()
                .anyMatch(name -> name.startsWith("encoder.mlp_blocks.")
                        || name.startsWith("encoder.attention_blocks.")
                        || name.startsWith("encoder.resnet_blocks."))) {
            throw new InvalidInput("its encoder has hidden layers, so its units are not linear readings of the"
                    + " features and have no directions; an encoder of one linear layer can be imported");
        }
        ArrayLookup readings = new ArrayLookup(arrays, request.width());
        Matrix filters = readings.directions(readings.need(LINEAR + "weight"), true);
        PythonArray linearBias = arrays.find(LINEAR + "bias");
        int units = filters.columns();
        double[] bias = linearBias == null
                ? new double[units]
                : ArrayLookup.vector(linearBias, units).clone();
        if (arrays.find(NORM + "running_mean") != null) {
            filters = normalised(readings, filters, bias);
        } else if (arrays.find(NORM + "weight") != null) {
            throw new InvalidInput(
                    "its encoder normalises every patch by itself (layer normalisation), so its units are not linear"
                            + " readings of the features; batch normalisation or none can be imported");
        }
        PythonArray decoder =
                readings.find(request.names().decoder(), List.of("dictionary._weights", "dictionary.dictionary"));
        PythonArray jumps = arrays.find("thresholds");
        double[] levels = jumps == null
                ? null
                : Arrays.stream(ArrayLookup.vector(jumps, units)).map(Math::exp).toArray();
        if (request.largest() == null && jumps == null) {
            readings.note(
                    "every unit was taken to fire where it is positive; the file does not say whether only the largest"
                            + " few do (TopKSAE), so say how many if it is so");
        }
        return new Dictionary(
                filters,
                ArrayLookup.thresholds(filters, bias, null, levels),
                decoder == null ? null : readings.directions(decoder, true),
                null,
                request.largest(),
                readings.notes());
    }

    /** Batch normalisation is linear once it is trained: scales the filters, and writes the bias that follows into {@code bias}. */
    private static Matrix normalised(ArrayLookup readings, Matrix filters, double[] bias) {
        int units = bias.length;
        double[] mean = ArrayLookup.vector(readings.need(NORM + "running_mean"), units);
        double[] variance = ArrayLookup.vector(readings.need(NORM + "running_var"), units);
        double[] weight = ArrayLookup.vector(readings.need(NORM + "weight"), units);
        double[] shift = ArrayLookup.vector(readings.need(NORM + "bias"), units);
        double[] factors = new double[units];
        for (int i = 0; i < units; i++) {
            factors[i] = weight[i] / Math.sqrt(variance[i] + EPSILON);
            bias[i] = factors[i] * (bias[i] - mean[i]) + shift[i];
        }
        return filters.scaleColumns(factors);
    }
}
