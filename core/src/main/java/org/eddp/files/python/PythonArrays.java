package org.eddp.files.python;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.eddp.files.FileFailure;
import org.eddp.files.Inputs;
import org.eddp.files.SafetensorsFile;

/** The arrays of one or several files, by name, in the order of the files. */
public final class PythonArrays {
    private static final int HEAD = 16;
    private final String source;
    private final Map<String, PythonArray> arrays = new LinkedHashMap<>();

    private PythonArrays(String source) {
        this.source = source;
    }

    /**
     * Reads files of any of the kinds known here, told by their content.
     *
     * @throws FileFailure if one cannot be read, is of another kind, or names an array that another has
     */
    public static PythonArrays read(List<Path> files) {
        return read(files, new HeapShare());
    }

    static PythonArrays read(List<Path> files, HeapShare heap) {
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

    private static List<PythonArray> read(Path file, HeapShare heap) {
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

    /** Where they come from, for messages. */
    public String source() {
        return source;
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

    /** What to throw where an array does not fit; names the files and what is in them. */
    public FileFailure failure(String what) {
        return new FileFailure("cannot read " + source + ": " + what);
    }

    /** For example {@code W_enc [768, 64], b_enc [64]}. */
    public String contents() {
        return arrays.isEmpty()
                ? "no array"
                : arrays.values().stream().limit(40).map(PythonArray::toString).collect(Collectors.joining(", "));
    }
}
