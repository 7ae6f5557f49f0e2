package org.eddp.network.torchscript;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.zip.ZipException;

/**
 * Where the entries of an archive lie in its file. The first has to begin with the file, and none may reach into another or into the
 * directory: whatever else a file held, another reader could take it for the network. The engine reads a file with {@code PTMF} at
 * its fifth byte as a flatbuffer, also if it is an archive for everybody else.
 */
final class EntryLayout {
    private static final int DIRECTORY_ENTRY = 46;
    private static final int LOCAL_HEADER = 30;
    private static final long LARGE = 0xffffffffL;
    /** A directory of a million entries with long names. */
    private static final long MOST_DIRECTORY = 512L << 20;

    /** Bytes of the file from the header of an entry to the end of its content. */
    private record Extent(long from, long to) {}

    private final FileChannel channel;
    private final long directory;

    private EntryLayout(FileChannel channel, long directory) {
        this.channel = channel;
        this.directory = directory;
    }

    /**
     * @param directory where the directory begins
     * @param count entries that it has
     * @throws ZipException if the file is anything but one entry after the other
     */
    static void check(FileChannel channel, long directory, int count) throws IOException {
        ByteBuffer start = ScriptArchive.read(channel, 0, 8);
        if (StandardCharsets.ISO_8859_1.decode(start).toString().endsWith("PTMF")) {
            throw new ZipException("it begins as a flatbuffer, which is another format");
        }
        List<Extent> extents = new EntryLayout(channel, directory).extents(count);
        extents.sort(Comparator.comparingLong(Extent::from));
        if (extents.isEmpty() || extents.get(0).from() != 0) {
            throw new ZipException("its first entry is not at its beginning");
        }
        for (int i = 1; i < extents.size(); i++) {
            if (extents.get(i).from() < extents.get(i - 1).to()) {
                throw new ZipException("its entries overlap");
            }
        }
    }

    private List<Extent> extents(int count) throws IOException {
        long end = channel.size();
        if (end - directory > MOST_DIRECTORY) {
            throw new ZipException(
                    "its directory has " + (end - directory) + " bytes, at most " + MOST_DIRECTORY + " are read");
        }
        ByteBuffer listed = ScriptArchive.read(channel, directory, end);
        List<Extent> extents = new ArrayList<>();
        int at = 0;
        for (int i = 0; i < count; i++) {
            if (at + DIRECTORY_ENTRY > listed.limit() || listed.getInt(at) != 0x02014b50) {
                throw new ZipException("its directory is shorter than it says");
            }
            int name = listed.getShort(at + 28) & 0xffff;
            int extra = listed.getShort(at + 30) & 0xffff;
            int comment = listed.getShort(at + 32) & 0xffff;
            int next = at + DIRECTORY_ENTRY + name + extra + comment;
            if (next > listed.limit()) {
                throw new ZipException("its directory is shorter than it says");
            }
            extents.add(extent(listed, at, name, extra));
            at = next;
        }
        return extents;
    }

    private Extent extent(ByteBuffer listed, int at, int name, int extra) throws IOException {
        long packed = listed.getInt(at + 20) & LARGE;
        long unpacked = listed.getInt(at + 24) & LARGE;
        long from = listed.getInt(at + 42) & LARGE;
        if (packed == LARGE || from == LARGE) {
            ByteBuffer large = large(listed, at + DIRECTORY_ENTRY + name, extra);
            if (unpacked == LARGE) {
                take(large);
            }
            packed = packed == LARGE ? take(large) : packed;
            from = from == LARGE ? take(large) : from;
        }
        if (from < 0 || packed < 0 || from > directory - LOCAL_HEADER) {
            throw new ZipException("an entry lies outside of it");
        }
        ByteBuffer header = ScriptArchive.read(channel, from, from + LOCAL_HEADER);
        if (header.limit() < LOCAL_HEADER || header.getInt(0) != 0x04034b50) {
            throw new ZipException("an entry has no header");
        }
        long content = from + LOCAL_HEADER + (header.getShort(26) & 0xffff) + (header.getShort(28) & 0xffff);
        if (packed > directory - content) {
            throw new ZipException("an entry reaches into its directory");
        }
        return new Extent(from, content + packed);
    }

    /** Sizes and places of more than 32 bits stand in a field of their own. */
    private static ByteBuffer large(ByteBuffer listed, int from, int length) throws ZipException {
        int at = from;
        while (at + 4 <= from + length) {
            int size = listed.getShort(at + 2) & 0xffff;
            if (listed.getShort(at) == 1 && at + 4 + size <= from + length) {
                return listed.slice(at + 4, size).order(listed.order());
            }
            at += 4 + size;
        }
        throw new ZipException("an entry lacks its size");
    }

    private static long take(ByteBuffer large) throws ZipException {
        if (large.remaining() < Long.BYTES) {
            throw new ZipException("an entry lacks its size");
        }
        return large.getLong();
    }
}
