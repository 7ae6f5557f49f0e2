package org.eddp.files.python;

import java.io.IOException;
import java.io.InputStream;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.eddp.files.FileFailure;
import org.eddp.files.Inputs;
import org.eddp.files.python.PythonArrays.PythonArray;

/**
 * An {@code .npy} file, NumPy's format for one array: magic, version, length, a Python dictionary with element type, order and shape,
 * then the numbers. Only the three fields are looked for; nothing is evaluated, and arrays of objects (pickles) are refused.
 */
final class NpyFile {
    private static final byte[] MAGIC = {(byte) 0x93, 'N', 'U', 'M', 'P', 'Y'};
    private static final int LONGEST_HEADER = 1 << 16;
    private static final int MOST_DIMENSIONS = 8;
    private static final Pattern TYPE = Pattern.compile("'descr'\\s*:\\s*'([<>|=])([a-zA-Z])(\\d{0,3})'");
    private static final Pattern ORDER = Pattern.compile("'fortran_order'\\s*:\\s*(True|False)");
    private static final Pattern SHAPE = Pattern.compile("'shape'\\s*:\\s*\\(([0-9, ]{0,200})\\)");

    private NpyFile() {}

    /** Reads a file; the name of the array is that of the file without its extension. */
    static PythonArray read(Path file, MemoryLimit heap) {
        String name = String.valueOf(file.getFileName()).replaceFirst("\\.npy$", "");
        try (InputStream in = Inputs.stream(file)) {
            long length = Files.size(file);
            if (length > heap.readable()) {
                throw heap.tooLarge("it has " + length + " bytes");
            }
            return parse(name, in.readNBytes((int) length), heap);
        } catch (IOException e) {
            throw FileFailure.reading(file, e);
        } catch (Damaged e) {
            throw new FileFailure("cannot read " + file + ": " + e.getMessage(), e);
        }
    }

    /**
     * The array of a file's content.
     *
     * @throws Damaged if it cannot be read
     */
    static PythonArray parse(String name, byte[] content, MemoryLimit heap) {
        ByteBuffer bytes = ByteBuffer.wrap(content).order(ByteOrder.LITTLE_ENDIAN);
        try {
            String header = header(bytes);
            Matcher type = find(TYPE, header, "the type of its elements ('descr')");
            boolean columnMajor =
                    find(ORDER, header, "its order ('fortran_order')").group(1).equals("True");
            long[] shape = shape(find(SHAPE, header, "its shape").group(1));
            NumberKind numbers = numbers(type);
            long elements = NumberKind.count(name, shape);
            if (elements * numbers.bytes() != bytes.remaining()) {
                throw new Damaged("its shape " + Arrays.toString(shape) + " needs " + elements * numbers.bytes()
                        + " bytes, " + bytes.remaining() + " are there");
            }
            long beside = content.length + (columnMajor ? elements * Double.BYTES : 0); // until it is in order
            heap.take("array '" + name + "'", beside);
            heap.takeNumbers(name, elements);
            heap.release(beside);
            bytes.order(type.group(1).equals(">") ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN);
            double[] values = numbers.read(bytes.slice().order(bytes.order()), (int) elements);
            return new PythonArray(name, shape, columnMajor ? NumberKind.rowMajor(values, shape) : values);
        } catch (BufferUnderflowException e) {
            throw new Damaged("it ends in the middle of its header");
        }
    }

    private static String header(ByteBuffer bytes) {
        byte[] magic = new byte[MAGIC.length];
        bytes.get(magic);
        if (!Arrays.equals(magic, MAGIC)) {
            throw new Damaged("it does not begin as a NumPy file");
        }
        int version = bytes.get();
        bytes.get();
        long length = version == 1 ? bytes.getShort() & 0xffff : bytes.getInt() & 0xffffffffL;
        if (length > LONGEST_HEADER || length > bytes.remaining()) {
            throw new Damaged("its header claims " + length + " bytes; " + Math.min(LONGEST_HEADER, bytes.remaining())
                    + " are possible");
        }
        byte[] text = new byte[(int) length];
        bytes.get(text);
        return new String(text, StandardCharsets.ISO_8859_1);
    }

    private static Matcher find(Pattern pattern, String header, String what) {
        Matcher matcher = pattern.matcher(header);
        if (!matcher.find()) {
            throw new Damaged("its header does not say " + what + " in a way that is understood here: "
                    + header.strip().substring(0, Math.min(120, header.strip().length())));
        }
        return matcher;
    }

    private static long[] shape(String text) {
        String[] parts = text.isBlank()
                ? new String[0]
                : text.strip().replaceFirst(",$", "").split(",");
        if (parts.length > MOST_DIMENSIONS) {
            throw new Damaged("it has " + parts.length + " dimensions, at most " + MOST_DIMENSIONS + " are read");
        }
        try {
            return Arrays.stream(parts)
                    .map(String::strip)
                    .mapToLong(Long::parseLong)
                    .toArray();
        } catch (NumberFormatException e) {
            throw new Damaged("invalid shape (" + text + ")");
        }
    }

    private static NumberKind numbers(Matcher type) {
        String kind = type.group(2) + type.group(3);
        return switch (kind) {
            case "f8" -> NumberKind.DOUBLE;
            case "f4" -> NumberKind.FLOAT;
            case "f2" -> NumberKind.HALF;
            case "i8" -> NumberKind.LONG;
            case "i4" -> NumberKind.INT;
            case "i2" -> NumberKind.SHORT;
            case "i1" -> NumberKind.BYTE;
            case "u1", "b1" -> NumberKind.UNSIGNED_BYTE;
            case "O" ->
                throw new Damaged(
                        "its elements are Python objects, that is pickled programs; save an array of numbers");
            default ->
                throw new Damaged("its elements are of type '" + type.group(1) + kind
                        + "'; save real or whole numbers, for example with .astype('float32')");
        };
    }
}
