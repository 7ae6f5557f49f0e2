package org.eddp.dictionaries;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.eddp.failure.InvalidInput;
import org.eddp.files.FileFailure;
import org.eddp.files.python.PythonArrays;

/** File formats of dictionaries. */
public enum DictionaryFormat {
    /** Named arrays in safetensors files, also our own {@code directions.safetensors}, and state dicts of {@code torch.save}. */
    SAFETENSORS(NamedDictionary::read),
    /** NumPy's {@code .npy}, one array per file and called as it, or {@code .npz}. */
    NPY(NamedDictionary::read),
    /** The state dict of an autoencoder of the library overcomplete. */
    OVERCOMPLETE(OvercompleteDictionary::read),
    /** A checkpoint of the library saev: a line of JSON, then a state dict. */
    SAEV(SaevDictionary::read);

    private final Reading reading;

    interface Reading {
        Dictionary read(PythonArrays arrays, List<Path> files, Request request);
    }

    DictionaryFormat(Reading reading) {
        this.reading = reading;
    }

    /**
     * Options of reading.
     *
     * @param width of the features, D
     * @param names of the arrays
     * @param subtractBias whether the encoder subtracts the decoder's bias from the features; null for the default of
     *     the format
     *
     * @param largest number of units that fire on a patch; null for the value in the file
     */
    public record Request(int width, ArrayNames names, Boolean subtractBias, Integer largest) {
        /** Only the width. */
        public static Request of(int width) {
            return new Request(width, ArrayNames.USUAL, null, null);
        }
    }

    /** The format called, for example, {@code saev}. */
    public static DictionaryFormat named(String name) {
        return Arrays.stream(values())
                .filter(format -> format.label().equals(name.toLowerCase(Locale.ROOT)))
                .findFirst()
                .orElseThrow(() -> new InvalidInput(
                        "no format is called '" + name + "'; there are safetensors, npy, overcomplete, saev"));
    }

    /** Its name in lower case. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    /**
     * Reads a dictionary.
     *
     * @throws FileFailure if the files have another format or other features
     */
    public Dictionary read(List<Path> files, Request request) {
        PythonArrays arrays = PythonArrays.read(files);
        try {
            return reading.read(arrays, files, request);
        } catch (InvalidInput e) {
            throw arrays.failure(e.getMessage());
        }
    }

    /**
     * Names of the arrays of a dictionary in its file, if they are not the usual ones.
     *
     * @param encoder null for the usual names, as all others
     */
    public record ArrayNames(
            String encoder, String encoderBias, String decoder, String decoderBias, String thresholds) {
        /** The usual names. */
        public static final ArrayNames USUAL = new ArrayNames(null, null, null, null, null);

        static final List<String> ENCODERS = List.of(
                "W_enc",
                "encoder.weight",
                "enc.weight",
                "encoder.W",
                "W_encoder",
                "encoder",
                "filters",
                "W",
                "weight",
                "coef_");
        static final List<String> ENCODER_BIASES =
                List.of("b_enc", "encoder.bias", "enc.bias", "latent_bias", "b_encoder", "bias", "b", "intercept_");
        static final List<String> DECODERS = List.of(
                "W_dec",
                "decoder.weight",
                "dec.weight",
                "decoder.W",
                "W_decoder",
                "decoder",
                "dictionary._weights",
                "dictionary",
                "D");
        static final List<String> DECODER_BIASES =
                List.of("b_dec", "decoder.bias", "dec.bias", "pre_bias", "b_pre", "b_decoder");
        static final List<String> THRESHOLDS = List.of("threshold", "thresholds", "activation.threshold");
        static final List<String> LOG_THRESHOLDS = List.of("log_threshold", "activation.log_threshold");
    }
}
