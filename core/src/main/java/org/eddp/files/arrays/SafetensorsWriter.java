package org.eddp.files.arrays;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.security.DigestOutputStream;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.eddp.files.Digests;

/** Writes one safetensors file: the data twice, first into the checksum that the header needs, then into the file. */
final class SafetensorsWriter {
    private static final int ALIGNMENT = 8;

    private final SafetensorsFile content;
    /** Longest elements first, so that every array is aligned; the sort is stable, so the order is always the same. */
    private final List<NamedArray> inOrder;

    private final ByteBuffer buffer = ByteBuffer.allocate(1 << 16).order(ByteOrder.LITTLE_ENDIAN);

    SafetensorsWriter(SafetensorsFile content) {
        this.content = content;
        this.inOrder = content.arrays().stream()
                .sorted(Comparator.comparingInt(a -> -a.type().bytes()))
                .toList();
    }

    void writeTo(OutputStream out) throws IOException {
        byte[] header = header(checksum()).getBytes(StandardCharsets.UTF_8);
        int padded = Math.multiplyExact((header.length + ALIGNMENT - 1) / ALIGNMENT, ALIGNMENT);
        buffer.clear().putLong(padded);
        drain(out);
        out.write(header);
        for (int i = header.length; i < padded; i++) {
            out.write(' ');
        }
        writeData(out);
    }

    private String checksum() throws IOException {
        try (DigestOutputStream sink = new DigestOutputStream(OutputStream.nullOutputStream(), Digests.newDigest())) {
            writeData(sink);
            return HexFormat.of().formatHex(sink.getMessageDigest().digest());
        }
    }

    private String header(String data) {
        Map<String, Long> begins = new HashMap<>();
        long next = 0;
        for (NamedArray array : inOrder) {
            begins.put(array.name(), next);
            next += bytes(array);
        }
        List<ArrayEntry> entries = new ArrayList<>();
        for (NamedArray array : content.arrays()) {
            long begin = begins.get(array.name());
            entries.add(new ArrayEntry(array.name(), array.type(), array.shape(), begin, begin + bytes(array)));
        }
        Map<String, String> metadata = new LinkedHashMap<>();
        metadata.put(SafetensorsHeader.DATA_CHECKSUM, data);
        metadata.putAll(content.metadata());
        SafetensorsHeader header = new SafetensorsHeader(entries, metadata);
        metadata.put(SafetensorsHeader.HEADER_CHECKSUM, header.checksum());
        return header.text();
    }

    private static long bytes(NamedArray array) {
        return (long) array.size() * array.type().bytes();
    }

    private void writeData(OutputStream out) throws IOException {
        for (NamedArray array : inOrder) {
            int size = array.type().bytes();
            int most = buffer.capacity() / size;
            for (int at = 0, n; at < array.size(); at += n) {
                n = Math.min(most, array.size() - at);
                put(array, at, n);
                drain(out);
            }
        }
    }

    private void put(NamedArray array, int at, int count) {
        buffer.clear();
        switch (array.type()) {
            case I64 -> buffer.asLongBuffer().put(array.integers(), at, count);
            case F64 -> buffer.asDoubleBuffer().put(array.reals(), at, count);
            case F32 -> {
                for (int i = 0; i < count; i++) {
                    buffer.putFloat(i * Float.BYTES, (float) array.reals()[at + i]);
                }
            }
            case F16, BF16 ->
                throw new UnsupportedOperationException(
                        "array '" + array.name() + "': " + array.type() + " is only read");
        }
        buffer.position(count * array.type().bytes());
    }

    private void drain(OutputStream out) throws IOException {
        out.write(buffer.array(), 0, buffer.position());
    }
}
