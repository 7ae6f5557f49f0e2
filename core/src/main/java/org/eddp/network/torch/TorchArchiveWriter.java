package org.eddp.network.torch;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/**
 * Writes an archive as PyTorch does: one folder, nothing packed, the content of every entry at a multiple of 64 bytes. The same content
 * gives the same bytes.
 */
public final class TorchArchiveWriter {
    private static final int ALIGNMENT = 64;
    private static final int HEADER_LENGTH = 30;
    /** The number of the extra field that PyTorch uses for padding before an entry. */
    private static final int PADDING = 0x4246;

    private final ZipOutputStream zip;
    private final String folder;
    private long offset;

    /** @param folder of all entries, with a slash at its end, or empty */
    public TorchArchiveWriter(OutputStream out, String folder) {
        zip = new ZipOutputStream(out);
        this.folder = folder;
    }

    /** Adds an entry. */
    public void add(String name, ByteBuffer content) throws IOException {
        ByteBuffer bytes = content.duplicate();
        ZipEntry entry = new ZipEntry(folder + name);
        CRC32 sum = new CRC32();
        sum.update(bytes.duplicate());
        entry.setMethod(ZipEntry.STORED);
        entry.setSize(bytes.remaining());
        entry.setCrc(sum.getValue());
        entry.setTimeLocal(java.time.LocalDateTime.of(1980, 1, 1, 0, 0));
        int nameLength = (folder + name).getBytes(StandardCharsets.UTF_8).length;
        long start = offset + HEADER_LENGTH + nameLength + 4;
        int fill = (int) ((ALIGNMENT - start % ALIGNMENT) % ALIGNMENT);
        entry.setExtra(padding(fill));
        offset = start + fill + bytes.remaining();
        zip.putNextEntry(entry);
        byte[] piece = new byte[1 << 16];
        while (bytes.hasRemaining()) {
            int count = Math.min(piece.length, bytes.remaining());
            bytes.get(piece, 0, count);
            zip.write(piece, 0, count);
        }
        zip.closeEntry();
    }

    /** Adds an entry of text. */
    public void add(String name, String text) throws IOException {
        add(name, ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8)));
    }

    private static byte[] padding(int fill) {
        byte[] extra = new byte[4 + fill];
        extra[0] = (byte) PADDING;
        extra[1] = (byte) (PADDING >> 8);
        extra[2] = (byte) fill;
        return extra;
    }

    /** Writes the directory. Nothing can be added afterwards; the stream stays open. */
    public void finish() throws IOException {
        zip.finish();
    }
}
