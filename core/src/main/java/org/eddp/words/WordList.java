package org.eddp.words;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.eddp.failure.InvalidInput;
import org.eddp.files.FileFailure;
import org.eddp.files.Inputs;
import org.eddp.files.python.PythonArrays;
import org.eddp.files.python.PythonArrays.PythonArray;
import org.eddp.monitor.Monitor;
import org.eddp.network.onnx.execution.OnnxTextEncoder;
import org.eddp.tensor.Matrix;

/**
 * Words and their embeddings.
 *
 * @param words each as it is shown
 * @param embeddings M x E, of length 1 each
 */
public record WordList(List<String> words, Matrix embeddings) {
    private static final int MOST_WORDS = 1_000_000;
    private static final String ARRAY = "embeddings";
    private static final String PLACE = "{}";

    public WordList {
        words = List.copyOf(words);
        if (words.size() < 2 || words.size() != embeddings.rows()) {
            throw new InvalidInput(words.size() + " words and " + embeddings.rows()
                    + " embeddings; there must be one for every word, and two words at least");
        }
        embeddings = normalised(words, embeddings);
    }

    /**
     * Reads the words of a file, one per line; blank lines are left out.
     *
     * @throws FileFailure if it cannot be read, or holds fewer than two words or more than a million
     */
    public static List<String> words(Path file) {
        List<String> words;
        try {
            words = Inputs.lines(file).stream()
                    .map(String::strip)
                    .filter(word -> !word.isEmpty())
                    .toList();
        } catch (IOException e) {
            throw FileFailure.reading(file, e);
        }
        if (words.size() < 2 || words.size() > MOST_WORDS) {
            throw new FileFailure("cannot use " + file + ": it has " + words.size() + " words, one per line; 2 to "
                    + MOST_WORDS + " are needed");
        }
        return words;
    }

    /**
     * Reads words and embeddings that were computed elsewhere.
     *
     * @param embeddings safetensors or NumPy: the array {@code embeddings} (M x E), or the only one with a side of M
     * @throws FileFailure if a file cannot be read or they do not fit
     */
    public static WordList read(Path words, Path embeddings) {
        List<String> list = words(words);
        PythonArrays arrays = PythonArrays.read(List.of(embeddings));
        Matrix matrix = matrix(arrays, list.size());
        try {
            return new WordList(list, matrix);
        } catch (InvalidInput e) {
            throw arrays.failure(e.getMessage());
        }
    }

    /**
     * Reads words and embeds them.
     *
     * @param encoder text encoder, as ONNX
     * @param tokenizer {@code tokenizer.json}
     * @param prompt the text embedded for a word, with {@code {}} in place of the word
     * @throws FileFailure if a file cannot be read or used
     */
    public static WordList embed(Path words, Path encoder, Path tokenizer, String prompt, Monitor monitor) {
        if (!prompt.contains(PLACE)) {
            throw new InvalidInput("the prompt '" + prompt + "' has no " + PLACE + " for the word");
        }
        List<String> list = words(words);
        Tokenizer tokens = Tokenizer.read(tokenizer);
        double[][] rows = new double[list.size()][];
        try (OnnxTextEncoder network = OnnxTextEncoder.load(encoder);
                Monitor.Stage stage = monitor.stage("words", list.size())) {
            for (int m = 0; m < rows.length; m++) {
                stage.check("embedding words");
                rows[m] = network.embed(tokens.encode(prompt.replace(PLACE, list.get(m))), tokens.padding());
                stage.onProgress(m + 1, rows.length);
            }
        }
        try {
            return new WordList(list, Matrix.of(rows));
        } catch (InvalidInput | IllegalArgumentException e) { // or rows of different lengths
            throw new FileFailure("cannot use " + encoder + ": " + e.getMessage(), e);
        }
    }

    private static Matrix matrix(PythonArrays arrays, int count) {
        PythonArray named = arrays.find(ARRAY);
        List<PythonArray> fitting = named != null
                ? List.of(named)
                : arrays.names().stream()
                        .map(arrays::find)
                        .filter(a -> a.dimensions() == 2 && (a.shape()[0] == count || a.shape()[1] == count))
                        .toList();
        if (fitting.size() != 1 || fitting.get(0).dimensions() != 2) {
            throw arrays.failure("there must be an array '" + ARRAY + "' with a row for each of the " + count
                    + " words, or one array only with a side of " + count + "; it has " + arrays.contents());
        }
        Matrix matrix = fitting.get(0).matrix();
        return matrix.rows() != count && matrix.columns() == count ? matrix.transpose() : matrix;
    }

    private static Matrix normalised(List<String> words, Matrix embeddings) {
        Matrix units = embeddings.copy();
        for (int m = 0; m < units.rows(); m++) {
            double squares = 0;
            for (int e = 0; e < units.columns(); e++) {
                squares += units.get(m, e) * units.get(m, e);
            }
            double length = Math.sqrt(squares);
            if (!(length > 0) || !Double.isFinite(length)) {
                throw new InvalidInput(
                        "the embedding of '" + words.get(m) + "' has length " + length + ", so it has no direction");
            }
            for (int e = 0; e < units.columns(); e++) {
                units.set(m, e, units.get(m, e) / length);
            }
        }
        return units;
    }
}
