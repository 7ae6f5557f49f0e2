package org.eddp.files.python;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.eddp.failure.InvalidInput;
import org.eddp.files.FileFailure;
import org.eddp.files.Inputs;
import org.eddp.files.arrays.SafetensorsFile;
import org.eddp.tensor.Matrix;

/** The arrays of one or several files, by name, in the order of the files. */
public final class PythonArrays {
    private static final int HEAD = 16;
    private final String source;
    private final Map<String, PythonArray> arrays = new LinkedHashMap<>();

    private PythonArrays(String source) {
        this.source = source;
    }

    /**
     * Reads files of any supported kind, recognised by content.
     *
     * @throws FileFailure if one cannot be read, is of another kind, or names an array that another has
     */
    public static PythonArrays read(List<Path> files) {
        return read(files, new MemoryLimit());
    }

    static PythonArrays read(List<Path> files, MemoryLimit heap) {
        PythonArrays all = new PythonArrays(files.stream().map(Path::toString).collect(Collectors.joining(", ")));
        for (Path file : files) {
            for (PythonArray array : read(file, heap)) {
                if (all.arrays.putIfAbsent(array.name(), array) != null) {
                    throw new FileFailure("cannot read " + file + ": an array '" + array.name()
                            + "' was in a file before it; rename one of them");
                }
            }
        }
        return all;
    }

    private static List<PythonArray> read(Path file, MemoryLimit heap) {
        byte[] head = head(file);
        String start = new String(head, StandardCharsets.ISO_8859_1);
        if (start.startsWith("\u0093NUMPY")) {
            return List.of(NpyFile.read(file, heap));
        }
        if (start.startsWith("PK\3\4")) {
            return ArrayArchive.read(file, heap);
        }
        if (start.startsWith("{")) { // a line of JSON before the archive, as saev writes it
            return ArrayArchive.readBehindALine(file, heap);
        }
        if (head.length > 1 && head[0] == (byte) 0x80 && head[1] >= 2 && head[1] <= 5) {
            throw new FileFailure(
                    "cannot read " + file + ": it is a bare Python pickle, which is a program; " + StateDict.CONVERT);
        }
        return safetensors(file);
    }

    private static byte[] head(Path file) {
        if (Files.isDirectory(file)) {
            throw new FileFailure("cannot read " + file + ": it is a folder; name the file");
        }
        try (InputStream in = Inputs.stream(file)) {
            return in.readNBytes(HEAD);
        } catch (IOException e) {
            throw FileFailure.reading(file, e);
        }
    }

    private static List<PythonArray> safetensors(Path file) {
        SafetensorsFile content = SafetensorsFile.read(file);
        List<PythonArray> arrays = new ArrayList<>();
        for (String name : content.names()) {
            if (content.isReal(name)) { // counters and the like are not directions
                arrays.add(new PythonArray(name, content.shape(name), content.reals(name)));
            }
        }
        return arrays;
    }

    /** Names of the arrays, in order. */
    public Set<String> names() {
        return Set.copyOf(arrays.keySet());
    }

    /** The array of that name, or null. */
    public PythonArray find(String name) {
        return arrays.get(name);
    }

    /** The first array with one of these names, or null. */
    public PythonArray any(List<String> candidates) {
        return candidates.stream()
                .filter(arrays::containsKey)
                .findFirst()
                .map(arrays::get)
                .orElse(null);
    }

    /** The failure for an array that does not fit; names the files and their content. */
    public FileFailure failure(String what) {
        return new FileFailure("cannot read " + source + ": " + what);
    }

    /** For example {@code W_enc [768, 64], b_enc [64]}. */
    public String contents() {
        return arrays.isEmpty()
                ? "no array"
                : arrays.values().stream().limit(40).map(PythonArray::toString).collect(Collectors.joining(", "));
    }

    /**
     * An array of a file.
     *
     * @param name in the file; that of the file itself where it holds one array only
     * @param shape its dimensions
     * @param values row-major; not copied
     */
    public record PythonArray(String name, long[] shape, double[] values) {
        /** Number of dimensions. */
        public int dimensions() {
            return shape.length;
        }

        /**
         * The array as a matrix that shares its elements.
         *
         * @throws InvalidInput if it has other than two dimensions
         */
        public Matrix matrix() {
            if (shape.length != 2) {
                throw new InvalidInput(
                        "array '" + name + "' has the shape " + Arrays.toString(shape) + ", two dimensions are needed");
            }
            return new Matrix(Math.toIntExact(shape[0]), Math.toIntExact(shape[1]), values);
        }

        /** For example {@code W_enc [768, 24576]}. */
        @Override
        public String toString() {
            return name + " " + Arrays.toString(shape);
        }
    }
}
