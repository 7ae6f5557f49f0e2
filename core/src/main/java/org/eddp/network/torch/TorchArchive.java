package org.eddp.network.torch;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;
import org.eddp.files.FileFailure;
import org.eddp.files.Inputs;
import org.eddp.network.NetworkFailure;

/**
 * The zip archive of a PyTorch file, which is not trusted: the directory must be right before the end of the file,
 * every length is checked against the file, names must be unique, and compressed entries are unpacked to the declared
 * length only. The first entry starts at the beginning of the file and entries must not overlap, so that all readers
 * find the same content.
 *
 * <p>PyTorch puts all entries into one folder, named after the file; names here are those inside of it.
 */
public final class TorchArchive {
    private static final int END_LENGTH = 22;
    private static final int LARGE_END_LENGTH = 56 + 20;
    private static final int ENTRY_LENGTH = 46;
    private static final int HEADER_LENGTH = 30;
    private static final long IN_LARGE_PART = 0xffffffffL;
    private static final int MOST_ENTRIES = 1_000_000;
    private static final long MOST_DIRECTORY = 256L << 20;
    /** Entries up to this length are copied; longer ones are mapped. */
    private static final long SMALL = 1 << 16;

    private static final int STORED = 0;
    private static final int DEFLATED = 8;
    /** Bytes of an entry that is compressed; PyTorch stores weights as they are. */
    private static final long MOST_UNPACKED = 64L << 20;

    private static final long MOST_UNPACKED_TOGETHER = 512L << 20;
    /** A byte of a program or a pickle becomes up to a hundred bytes of objects. */
    private static final long ALWAYS_PARSED = 1 << 20;

    private static final long PARSED_PER_BYTE = 4;

    private final String title;
    private final Source source;
    private final Map<String, Entry> entries;
    private final Map<String, ByteBuffer> unpacked = new HashMap<>();
    private long left = MOST_UNPACKED_TOGETHER;
    private String folder = "";

    /** The source of the bytes. */
    private interface Source {
        long length();

        /** Bytes of the archive, little-endian. */
        ByteBuffer slice(long offset, long length);
    }

    /**
     * A part of the archive.
     *
     * @param limit where the next one begins, or the directory
     */
    private record Entry(String name, int method, long header, long packed, long length, long limit) {
        Entry until(long next) {
            return new Entry(name, method, header, packed, length, next);
        }
    }

    private TorchArchive(String title, Source source) {
        this.title = title;
        this.source = source;
        entries = withoutFolder(directory());
    }

    /**
     * Opens a file.
     *
     * @throws FileFailure if it cannot be read
     * @throws NetworkFailure if it is not an archive, or damaged
     */
    public static TorchArchive open(Path file) {
        try {
            if (!Files.isRegularFile(file)) {
                throw new NetworkFailure(file + " is not a regular file; give the name of a network file");
            }
            return new TorchArchive(file.toString(), new FileSource(file, Files.size(file)));
        } catch (IOException e) {
            throw FileFailure.reading(file, e);
        }
    }

    /**
     * Opens an archive that lies in another one.
     *
     * @param title for messages
     */
    public static TorchArchive of(String title, ByteBuffer bytes) {
        return new TorchArchive(title, new BufferSource(bytes));
    }

    /** Whether a file begins like an archive. */
    public static boolean looksLike(byte[] head) {
        return head.length > 3 && head[0] == 'P' && head[1] == 'K' && head[2] == 3 && head[3] == 4;
    }

    /** The file, for messages. */
    public String title() {
        return title;
    }

    /** Its length in bytes. */
    public long length() {
        return source.length();
    }

    /** The folder that all entries lie in, with a slash at its end; empty if there is none. */
    public String folder() {
        return folder;
    }

    /** Names of all entries, in the order of the directory. */
    public Set<String> names() {
        return Collections.unmodifiableSet(entries.keySet());
    }

    /** Whether there is an entry of that name. */
    public boolean has(String name) {
        return entries.containsKey(name);
    }

    /**
     * Content of an entry, little-endian and read-only. Long entries that are not packed stay in the file until they are read.
     *
     * @param most number of bytes that it may have
     * @throws NetworkFailure if there is no such entry, it is damaged or too large
     */
    public ByteBuffer bytes(String name, long most) {
        Entry entry = entries.get(name);
        if (entry == null) {
            throw failure("it has no entry '" + name + "'");
        }
        if (entry.length > Math.min(most, Integer.MAX_VALUE - 16)) {
            throw failure("its entry '" + name + "' has " + entry.length + " bytes; at most " + most + " are read");
        }
        ByteBuffer header = part(entry.header, HEADER_LENGTH, name);
        if (header.getInt(0) != 0x04034b50) {
            throw damaged("entry '" + name + "' is not where its directory says");
        }
        long start = entry.header + HEADER_LENGTH + unsignedShort(header, 26) + unsignedShort(header, 28);
        if (entry.packed > entry.limit - start) {
            throw damaged("entry '" + name + "' reaches into another");
        }
        ByteBuffer content = part(start, entry.packed, name);
        if (entry.method == STORED) {
            return content.asReadOnlyBuffer().order(ByteOrder.LITTLE_ENDIAN);
        }
        if (!unpacked.containsKey(name)) {
            if (entry.length > Math.min(MOST_UNPACKED, left)) {
                throw damaged("entry '" + name + "' is compressed and has " + entry.length + " bytes; at most "
                        + MOST_UNPACKED + " of an entry and " + MOST_UNPACKED_TOGETHER + " of all are unpacked");
            }
            left -= entry.length;
            unpacked.put(name, inflated(content, entry));
        }
        return unpacked.get(name).duplicate().order(ByteOrder.LITTLE_ENDIAN);
    }

    /** The same for an entry that becomes objects in memory, such as a pickle: compressed, it may not be much longer than the file. */
    public ByteBuffer parsed(String name, long most) {
        return bytes(name, Math.min(most, ALWAYS_PARSED + PARSED_PER_BYTE * length()));
    }

    /** Content of such an entry as text. */
    public String text(String name, long most) {
        return StandardCharsets.UTF_8.decode(parsed(name, most)).toString();
    }

    private ByteBuffer inflated(ByteBuffer packed, Entry entry) {
        Inflater inflater = new Inflater(true);
        try {
            inflater.setInput(packed);
            byte[] content = new byte[(int) entry.length];
            int at = 0;
            while (at < content.length) {
                int count = inflater.inflate(content, at, content.length - at);
                if (count == 0) {
                    throw damaged("entry '" + entry.name + "' has fewer bytes than its directory says");
                }
                at += count;
            }
            if (inflater.inflate(new byte[1]) != 0) {
                throw damaged("entry '" + entry.name + "' has more bytes than its directory says");
            }
            return ByteBuffer.wrap(content).asReadOnlyBuffer().order(ByteOrder.LITTLE_ENDIAN);
        } catch (DataFormatException e) {
            throw damaged("entry '" + entry.name + "' cannot be unpacked");
        } finally {
            inflater.end();
        }
    }

    // ---- the directory --------------------------------------------------------------------------------------------

    private Map<String, Entry> directory() {
        long end = source.length() - END_LENGTH;
        long first = Math.max(0, end - LARGE_END_LENGTH);
        if (end < 0) {
            throw damaged("it is too short for an archive");
        }
        ByteBuffer tail = source.slice(first, source.length() - first);
        int at = (int) (end - first);
        if (tail.getInt(at) != 0x06054b50 || tail.getShort(at + 20) != 0) {
            throw damaged("its end is missing, or something stands behind it");
        }
        long count = unsignedShort(tail, at + 10);
        long size = unsigned(tail, at + 12);
        long offset = unsigned(tail, at + 16);
        if (at >= LARGE_END_LENGTH && tail.getInt(at - 20) == 0x07064b50) {
            int large = at - LARGE_END_LENGTH;
            if (tail.getInt(large) != 0x06064b50 || tail.getLong(at - 20 + 8) != first + large) {
                throw damaged("it has two different directories");
            }
            count = tail.getLong(large + 32);
            size = tail.getLong(large + 40);
            offset = tail.getLong(large + 48);
            end = first + large;
        }
        if (size < 0 || size > MOST_DIRECTORY || offset < 0 || offset != end - size) {
            throw damaged("its directory does not stand before its end");
        }
        if (count < 0 || count > MOST_ENTRIES) {
            throw failure("it declares " + count + " entries; at most " + MOST_ENTRIES + " are read");
        }
        return entries(source.slice(offset, size), count, offset);
    }

    private Map<String, Entry> entries(ByteBuffer directory, long count, long end) {
        Map<String, Entry> found = new LinkedHashMap<>();
        Set<String> lower = new HashSet<>();
        TreeSet<Long> headers = new TreeSet<>();
        int at = 0;
        for (long i = 0; i < count; i++) {
            if (directory.limit() - at < ENTRY_LENGTH || directory.getInt(at) != 0x02014b50) {
                throw damaged("its directory has fewer entries than its end says");
            }
            int nameLength = unsignedShort(directory, at + 28);
            int extraLength = unsignedShort(directory, at + 30);
            int whole = ENTRY_LENGTH + nameLength + extraLength + unsignedShort(directory, at + 32);
            if (directory.limit() - at < whole) {
                throw damaged("its directory is cut off");
            }
            Entry entry = entry(directory, at, nameLength, extraLength, end);
            at += whole;
            if (!headers.add(entry.header)) {
                throw damaged("entry '" + entry.name + "' lies where another does");
            }
            if (entry.name.endsWith("/")) {
                continue;
            }
            if (!lower.add(entry.name.toLowerCase(Locale.ROOT))) {
                throw failure("it has two entries '" + entry.name + "'; export the network again");
            }
            found.put(entry.name, entry);
        }
        if (at != directory.limit()) {
            throw damaged("its directory has more entries than its end says");
        }
        if (!headers.isEmpty() && headers.first() != 0) {
            throw damaged("something stands before its first entry");
        }
        headers.add(end);
        found.replaceAll((name, entry) -> entry.until(headers.higher(entry.header)));
        return found;
    }

    private Entry entry(ByteBuffer directory, int at, int nameLength, int extraLength, long end) {
        byte[] bytes = new byte[nameLength];
        directory.get(at + ENTRY_LENGTH, bytes);
        String name = new String(bytes, StandardCharsets.UTF_8);
        int flags = unsignedShort(directory, at + 8);
        int method = unsignedShort(directory, at + 10);
        long packed = unsigned(directory, at + 20);
        long length = unsigned(directory, at + 24);
        long header = unsigned(directory, at + 42);
        ByteBuffer large = largeNumbers(directory, at + ENTRY_LENGTH + nameLength, extraLength, name);
        length = length == IN_LARGE_PART ? next(large, name) : length;
        packed = packed == IN_LARGE_PART ? next(large, name) : packed;
        header = header == IN_LARGE_PART ? next(large, name) : header;
        if ((flags & 1) != 0 || (method != STORED && method != DEFLATED)) {
            throw failure("its entry '" + name + "' is encrypted or packed in a way that PyTorch does not use");
        }
        if (length < 0 || packed < 0 || header < 0 || header >= end || packed > end - header) {
            throw damaged("entry '" + name + "' is said to lie outside of the file");
        }
        if (method == STORED ? length != packed : length / 1100 > packed) {
            throw damaged("entry '" + name + "' cannot have " + length + " bytes");
        }
        return new Entry(name, method, header, packed, length, end);
    }

    /** The part of an entry that holds numbers of more than 32 bits; empty if there is none. */
    private ByteBuffer largeNumbers(ByteBuffer directory, int from, int length, String name) {
        int at = from;
        while (at + 4 <= from + length) {
            int size = unsignedShort(directory, at + 2);
            if (size > from + length - at - 4) {
                throw damaged("entry '" + name + "' has a damaged extra field");
            }
            if (directory.getShort(at) == 1) {
                return directory.slice(at + 4, size).order(ByteOrder.LITTLE_ENDIAN);
            }
            at += 4 + size;
        }
        return ByteBuffer.allocate(0);
    }

    private long next(ByteBuffer large, String name) {
        if (large.remaining() < Long.BYTES) {
            throw damaged("entry '" + name + "' lacks its length");
        }
        return large.getLong();
    }

    private Map<String, Entry> withoutFolder(Map<String, Entry> all) {
        Set<String> folders = new HashSet<>();
        for (String name : all.keySet()) {
            folders.add(name.substring(0, name.indexOf('/') + 1));
        }
        if (folders.contains("") || all.isEmpty()) {
            return all; // torch.export of PyTorch 2.0 to 2.7 uses no folder
        }
        if (folders.size() > 1) {
            throw failure("its entries lie in more than one folder; export the network again");
        }
        folder = folders.iterator().next();
        int prefix = folder.length();
        Map<String, Entry> inside = new LinkedHashMap<>();
        all.forEach((name, entry) -> inside.put(name.substring(prefix), entry));
        return inside;
    }

    private ByteBuffer part(long offset, long length, String name) {
        if (offset < 0 || length < 0 || offset > source.length() - length) {
            throw damaged("entry '" + name + "' is said to lie outside of the file");
        }
        return source.slice(offset, length);
    }

    private static int unsignedShort(ByteBuffer bytes, int at) {
        return bytes.getShort(at) & 0xffff;
    }

    private static long unsigned(ByteBuffer bytes, int at) {
        return bytes.getInt(at) & 0xffffffffL;
    }

    private NetworkFailure damaged(String what) {
        return failure(what + "; it is damaged or incomplete: copy it again or export the network again");
    }

    private NetworkFailure failure(String what) {
        return new NetworkFailure("cannot read " + title + ": " + what);
    }

    private record FileSource(Path file, long length) implements Source {
        @Override
        public ByteBuffer slice(long offset, long length) {
            try (FileChannel channel = Inputs.open(file)) {
                if (length > SMALL) {
                    return channel.map(MapMode.READ_ONLY, offset, length).order(ByteOrder.LITTLE_ENDIAN);
                }
                ByteBuffer bytes = ByteBuffer.allocate((int) length).order(ByteOrder.LITTLE_ENDIAN);
                while (bytes.hasRemaining()) {
                    if (channel.read(bytes, offset + bytes.position()) < 0) {
                        throw new NetworkFailure("cannot read " + file + ": it became shorter while it was read");
                    }
                }
                return bytes.flip();
            } catch (IOException e) {
                throw FileFailure.reading(file, e);
            }
        }
    }

    private record BufferSource(ByteBuffer bytes) implements Source {
        @Override
        public long length() {
            return bytes.remaining();
        }

        @Override
        public ByteBuffer slice(long offset, long length) {
            return bytes.slice(bytes.position() + (int) offset, (int) length).order(ByteOrder.LITTLE_ENDIAN);
        }
    }
}
