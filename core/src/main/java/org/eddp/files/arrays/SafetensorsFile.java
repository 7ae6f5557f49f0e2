package org.eddp.files.arrays;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.channels.ReadableByteChannel;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.eddp.files.AtomicFile;
import org.eddp.files.FileFailure;
import org.eddp.files.Inputs;
import org.eddp.tensor.Matrix;

/**
 * The content of a safetensors file: arrays and metadata, each in the order in which they were added. The format is
 * specified in the documentation of this package.
 */
public final class SafetensorsFile {
    private final String source;
    private final Map<String, NamedArray> arrays = new LinkedHashMap<>();
    private final Map<String, String> metadata = new LinkedHashMap<>();

    /** An empty content, to be filled and written. */
    public SafetensorsFile() {
        this("the content in memory");
    }

    /** An empty content that names its file when an array is missing. */
    SafetensorsFile(String source) {
        this.source = source;
    }

    /**
     * Writes a file atomically, with checksums. The same content gives the same bytes.
     *
     * @throws FileFailure if the file cannot be written
     */
    public void write(Path file) {
        AtomicFile.write(file, new SafetensorsWriter(this)::writeTo);
    }

    /**
     * Reads a file and checks all of it, the checksums included if there are any.
     *
     * @throws FileFailure if the file cannot be read, is damaged, or needs more memory than there is
     */
    public static SafetensorsFile read(Path file) {
        return read(file, Runtime.getRuntime().maxMemory());
    }

    static SafetensorsFile read(Path file, long memory) {
        try (FileChannel channel = Inputs.open(file)) {
            return new SafetensorsReader(channel, channel.size(), memory).read(file.toString());
        } catch (IOException e) {
            throw FileFailure.reading(file, e);
        } catch (BadFormat e) {
            throw new FileFailure("cannot read " + file + ": " + e.getMessage(), e);
        }
    }

    /** The bytes that {@link #write} would write. */
    public byte[] toBytes() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try {
            new SafetensorsWriter(this).writeTo(bytes);
        } catch (IOException e) {
            throw new UncheckedIOException("memory has no input and output", e);
        }
        return bytes.toByteArray();
    }

    /**
     * Reads the bytes of a file with all checks.
     *
     * @param what description for messages
     * @throws FileFailure if they are damaged
     */
    public static SafetensorsFile fromBytes(String what, byte[] bytes) {
        try (ReadableByteChannel channel = Channels.newChannel(new ByteArrayInputStream(bytes))) {
            return new SafetensorsReader(
                            channel, bytes.length, Runtime.getRuntime().maxMemory())
                    .read(what);
        } catch (IOException | BadFormat e) {
            throw new FileFailure(what + " cannot be read: " + e.getMessage(), e);
        }
    }

    /**
     * Adds an array.
     *
     * @return this
     * @throws IllegalArgumentException if there is one of that name
     */
    SafetensorsFile add(NamedArray array) {
        if (arrays.putIfAbsent(array.name(), array) != null) {
            throw new IllegalArgumentException("there is an array '" + array.name() + "' already; rename one of them");
        }
        return this;
    }

    /** Adds a matrix in double precision, sharing its elements. */
    public SafetensorsFile add(String name, Matrix matrix) {
        return add(NamedArray.f64(name, matrix));
    }

    /** Adds a vector in double precision, sharing its elements. */
    public SafetensorsFile add(String name, double[] vector) {
        return add(NamedArray.f64(name, new long[] {vector.length}, vector));
    }

    /** Adds a vector of integers, sharing its elements. */
    public SafetensorsFile add(String name, long[] vector) {
        return add(NamedArray.i64(name, new long[] {vector.length}, vector));
    }

    /** Adds a vector in single precision. */
    public SafetensorsFile add(String name, float[] vector) {
        double[] values = new double[vector.length];
        for (int i = 0; i < values.length; i++) {
            values[i] = vector[i];
        }
        return add(NamedArray.f32(name, new long[] {values.length}, values));
    }

    /**
     * Adds or replaces an entry of the metadata.
     *
     * @return this
     * @throws IllegalArgumentException if the key is that of a checksum, which the writer sets, the reader checks and callers never see
     */
    public SafetensorsFile note(String key, String value) {
        if (SafetensorsHeader.isChecksum(key)) {
            throw new IllegalArgumentException("the metadata key '" + key + "' is set by the writer; rename it");
        }
        metadata.put(NamedArray.checkText(key), NamedArray.checkText(value));
        return this;
    }

    /** The arrays, in order. */
    Collection<NamedArray> arrays() {
        return Collections.unmodifiableCollection(arrays.values());
    }

    /** The metadata, in order, without the checksum. */
    public Map<String, String> metadata() {
        return Collections.unmodifiableMap(metadata);
    }

    public boolean contains(String name) {
        return arrays.containsKey(name);
    }

    /** Names of the arrays, in order. */
    public Set<String> names() {
        return Collections.unmodifiableSet(arrays.keySet());
    }

    /** The shape of an array. */
    public long[] shape(String name) {
        return read(name, NamedArray::shape);
    }

    /** Whether an array holds floats of any precision. */
    public boolean isReal(String name) {
        return read(name, array -> array.type() != NamedArray.ElementType.I64);
    }

    /** A function of arrays. */
    private interface Reading<T> {
        T from(NamedArray array);
    }

    /** Adds the name of the file to an error about an array. */
    private <T> T read(String name, Reading<T> reading) {
        NamedArray array = arrays.get(name);
        if (array == null) {
            throw new FileFailure("there is no array '" + name + "' in " + source + "; it has "
                    + (arrays.isEmpty() ? "none" : String.join(", ", arrays.keySet())));
        }
        try {
            return reading.from(array);
        } catch (BadFormat e) {
            throw new FileFailure("cannot read " + source + ": " + e.getMessage(), e);
        }
    }

    /**
     * The array of that name as a matrix that shares its elements.
     *
     * @throws FileFailure if there is none, or it is not a two-dimensional array of floats
     */
    public Matrix matrix(String name) {
        return read(name, NamedArray::matrix);
    }

    /**
     * The same where its size is known.
     *
     * @throws FileFailure if it has another
     */
    public Matrix matrix(String name, int rows, int columns) {
        Matrix matrix = matrix(name);
        if (matrix.rows() != rows || matrix.columns() != columns) {
            throw damaged(
                    "array '" + name + "' is " + matrix.shape() + ", the others make it " + rows + " x " + columns);
        }
        return matrix;
    }

    /**
     * The elements themselves of an array of floats of any shape.
     *
     * @throws FileFailure if there is none, or it is an array of integers
     */
    public double[] reals(String name) {
        return read(name, NamedArray::reals);
    }

    /**
     * The same where their number is known.
     *
     * @throws FileFailure if there are others
     */
    public double[] reals(String name, int count) {
        double[] reals = reals(name);
        checkCount(name, reals.length, count);
        return reals;
    }

    /**
     * The elements themselves of an array of integers of any shape.
     *
     * @throws FileFailure if there is none, or it is an array of floats
     */
    public long[] integers(String name) {
        return read(name, NamedArray::integers);
    }

    /**
     * The same where their number is known.
     *
     * @throws FileFailure if there are others
     */
    public long[] integers(String name, int count) {
        long[] integers = integers(name);
        checkCount(name, integers.length, count);
        return integers;
    }

    private void checkCount(String name, int actual, int expected) {
        if (actual != expected) {
            throw damaged("array '" + name + "' has " + actual + " numbers, the others make it " + expected);
        }
    }

    /** The failure for inconsistent content; names the file and the remedy. */
    public FileFailure damaged(String what) {
        BadFormat problem = BadFormat.damaged(what);
        return new FileFailure("cannot read " + source + ": " + problem.getMessage(), problem);
    }

    @Override
    public String toString() {
        return source + arrays.values();
    }
}
