package org.eddp.files.arrays;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.ReadableByteChannel;
import java.security.MessageDigest;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.eddp.files.Digests;

/** Reads one safetensors file, from its start to its end, once. */
final class SafetensorsReader {
    /** The limit of the reference implementation. */
    private static final long LONGEST_HEADER = 100_000_000;

    private final ReadableByteChannel channel;
    private final long bytes;
    private final long memory;
    private final MessageDigest digest = Digests.newDigest();
    private final ByteBuffer buffer = ByteBuffer.allocate(1 << 16).order(ByteOrder.LITTLE_ENDIAN);

    /**
     * @param channel the file, at its start
     * @param bytes its length
     * @param memory bytes that the arrays may take
     */
    SafetensorsReader(ReadableByteChannel channel, long bytes, long memory) {
        this.channel = channel;
        this.bytes = bytes;
        this.memory = memory;
    }

    /**
     * Reads everything.
     *
     * @throws BadFormat if something is wrong with the content
     */
    SafetensorsFile read(String source) throws IOException {
        long headerBytes = headerLength(bytes);
        long dataBytes = bytes - Long.BYTES - headerBytes;
        ByteBuffer text = ByteBuffer.allocate((int) headerBytes);
        fill(text);
        SafetensorsHeader header = SafetensorsHeader.parse(text.array());
        String recorded = header.metadata().get(SafetensorsHeader.HEADER_CHECKSUM);
        if (recorded != null) {
            checkSum("header is", header.checksum(), recorded);
        }
        List<ArrayEntry> inOrder = SafetensorsLayout.inOrder(header.arrays(), dataBytes, memory);

        Map<String, NamedArray> arrays = new HashMap<>();
        for (ArrayEntry entry : inOrder) {
            arrays.put(entry.name(), array(entry));
        }
        String data = HexFormat.of().formatHex(digest.digest());
        checkSum("data are", data, header.metadata().get(SafetensorsHeader.DATA_CHECKSUM));
        return content(source, header, arrays);
    }

    private long headerLength(long fileBytes) throws IOException {
        if (fileBytes < Long.BYTES) {
            throw BadFormat.damaged("it has " + fileBytes + " bytes, the length of the header alone takes 8");
        }
        ByteBuffer length = ByteBuffer.allocate(Long.BYTES).order(ByteOrder.LITTLE_ENDIAN);
        fill(length);
        long headerBytes = length.flip().getLong();
        String claim = "its header claims " + Long.toUnsignedString(headerBytes) + " bytes, ";
        if (headerBytes < 0 || headerBytes > LONGEST_HEADER) {
            throw BadFormat.damaged(claim + "the limit is " + LONGEST_HEADER);
        }
        if (headerBytes > fileBytes - Long.BYTES) {
            throw BadFormat.damaged(claim + "the file has " + (fileBytes - Long.BYTES) + " after the length");
        }
        return headerBytes;
    }

    private NamedArray array(ArrayEntry entry) throws IOException {
        int count = (int) entry.elements();
        if (entry.type() == NamedArray.ElementType.I64) {
            long[] values = new long[count];
            chunks(entry, (at, n) -> buffer.asLongBuffer().get(values, at, n));
            return NamedArray.i64(entry.name(), entry.shape(), values);
        }
        double[] values = new double[count];
        if (entry.type() == NamedArray.ElementType.F64) {
            chunks(entry, (at, n) -> buffer.asDoubleBuffer().get(values, at, n));
            return NamedArray.f64(entry.name(), entry.shape(), values);
        }
        if (entry.type() != NamedArray.ElementType.F32) {
            boolean half = entry.type() == NamedArray.ElementType.F16;
            chunks(entry, (at, n) -> {
                for (int i = 0; i < n; i++) {
                    short bits = buffer.getShort(i * Short.BYTES);
                    values[at + i] = half ? HalfPrecision.toDouble(bits) : Float.intBitsToFloat(bits << Short.SIZE);
                }
            });
            return NamedArray.narrow(entry.name(), entry.type(), entry.shape(), values);
        }
        chunks(entry, (at, n) -> {
            for (int i = 0; i < n; i++) {
                values[at + i] = buffer.getFloat(i * Float.BYTES);
            }
        });
        return NamedArray.f32(entry.name(), entry.shape(), values);
    }

    /** Takes {@code count} elements from the buffer, the first of which is number {@code at} of the array. */
    private interface Chunk {
        void take(int at, int count);
    }

    private void chunks(ArrayEntry entry, Chunk chunk) throws IOException {
        int size = entry.type().bytes();
        int most = buffer.capacity() / size;
        int count = (int) entry.elements();
        for (int at = 0, n; at < count; at += n) {
            n = Math.min(most, count - at);
            fill(buffer.clear().limit(n * size));
            digest.update(buffer.flip());
            buffer.rewind();
            chunk.take(at, n);
        }
    }

    private void fill(ByteBuffer target) throws IOException {
        while (target.hasRemaining()) {
            if (channel.read(target) < 0) {
                throw new EOFException();
            }
        }
    }

    private static void checkSum(String part, String actual, String recorded) {
        if (recorded != null && !recorded.equalsIgnoreCase(actual)) {
            throw BadFormat.damaged(
                    "its " + part + " damaged: the SHA-256 is " + actual + ", the header records " + recorded);
        }
    }

    private static SafetensorsFile content(String source, SafetensorsHeader header, Map<String, NamedArray> arrays) {
        SafetensorsFile content = new SafetensorsFile(source);
        for (ArrayEntry entry : header.arrays()) {
            content.add(arrays.get(entry.name()));
        }
        header.metadata().forEach((key, value) -> {
            if (!SafetensorsHeader.isChecksum(key)) {
                content.note(key, value);
            }
        });
        return content;
    }
}
