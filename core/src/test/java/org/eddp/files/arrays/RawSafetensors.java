package org.eddp.files.arrays;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** Safetensors files made by hand, byte by byte, right or wrong. */
public final class RawSafetensors {
    private RawSafetensors() {}

    /** A header and {@code dataBytes} bytes of zeros; apostrophes in the header stand for quotation marks. */
    static byte[] file(String header, int dataBytes) {
        byte[] text = header.replace('\'', '"').getBytes(StandardCharsets.UTF_8);
        return file(text.length, text, dataBytes);
    }

    /** A header that claims to be {@code claimed} bytes long. */
    static byte[] file(long claimed, byte[] header, int dataBytes) {
        return ByteBuffer.allocate(8 + header.length + dataBytes)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putLong(claimed)
                .put(header)
                .array();
    }

    /** The description of one array. */
    static String entry(String name, String type, String shape, long begin, long end) {
        return "'%s':{'dtype':'%s','shape':%s,'data_offsets':[%d,%d]}".formatted(name, type, shape, begin, end);
    }

    /** A file as other programs write it: without the checksums, which would stop every reader at the first change. */
    public static byte[] withoutChecksums(byte[] file) {
        ByteBuffer content = ByteBuffer.wrap(file).order(ByteOrder.LITTLE_ENDIAN);
        int length = (int) content.getLong(0);
        String header = new String(file, 8, length, StandardCharsets.UTF_8)
                .replaceAll("\"sha256(_header)?\":\"[0-9a-f]*\",?", "")
                .replace(",}", "}");
        byte[] text = header.getBytes(StandardCharsets.UTF_8);
        return ByteBuffer.allocate(8 + text.length + file.length - 8 - length)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putLong(text.length)
                .put(text)
                .put(file, 8 + length, file.length - 8 - length)
                .array();
    }

    static Path save(Path file, byte[] bytes) {
        try {
            return Files.write(file, bytes);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
