package org.eddp.dictionaries;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.eddp.files.FileFailure;
import org.eddp.files.python.PythonArrays;

/** How a dictionary lies on disk. */
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
     * What is known besides the file.
     *
     * @param width of the features, D
     * @param names of the arrays
     * @param subtractBias whether the encoder subtracts the decoder's bias from the features; null for what the format does
     * @param largest only so many units fire on a patch; null for what the file says
     */
    public record Request(int width, ArrayNames names, Boolean subtractBias, Integer largest) {
        /** Nothing but the width. */
        public static Request of(int width) {
            return new Request(width, ArrayNames.USUAL, null, null);
        }
    }

    /** The format called, for example, {@code saev}. */
    public static DictionaryFormat named(String name) {
        return Arrays.stream(values())
                .filter(format -> format.label().equals(name.toLowerCase(Locale.ROOT)))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(
                        "no format is called '" + name + "'; there are safetensors, npy, overcomplete, saev"));
    }

    /** Its name in lower case. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    /**
     * Reads a dictionary.
     *
     * @throws FileFailure if the files are none of this format, or of other features
     */
    public Dictionary read(List<Path> files, Request request) {
        PythonArrays arrays = PythonArrays.read(files);
        try {
            return reading.read(arrays, files, request);
        } catch (IllegalArgumentException e) {
            throw arrays.failure(e.getMessage());
        }
    }
}
