package org.eddp.network.torchscript;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipFile;

/**
 * The zip archive that a TorchScript file is, looked at before the engine reads it: that it is one, that both of us see the same
 * entries in it, that they are no larger than the file can hold, and that nothing in them runs while they are read.
 */
final class ScriptArchive {
    /** Entries are stored as they are; headers and padding only make the file larger than what it holds. */
    private static final double MOST_GROWTH = 4;

    private static final long ALWAYS_FINE = 16L << 20;
    private static final int MOST_ENTRIES = 1_000_000;
    /** Programs and trees of modules; the largest networks have a hundredth of it. */
    private static final long MOST_TEXT = 64L << 20;

    /** Values, constants, and where in its source every part of the program came from. */
    private static final Pattern PICKLES = Pattern.compile("data\\.pkl|constants\\.pkl|code/.*\\.debug_pkl");

    private static final int END_LENGTH = 22;
    private static final int LARGE_END_LENGTH = 56 + 20;
    private static final long IN_LARGE_END = 0xffffffffL;

    private final Path file;
    private final long length;

    private ScriptArchive(Path file, long length) {
        this.file = file;
        this.length = length;
    }

    static void check(Path file) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ);
                ZipFile zip = new ZipFile(file.toFile())) {
            ScriptArchive archive = new ScriptArchive(file, channel.size());
            long directory = archive.checkEnd(channel);
            archive.checkEntries(zip);
            EntryLayout.check(channel, directory, zip.size());
            archive.checkContent(zip);
        }
    }

    /**
     * The directory of the archive must stand right before its end and its end at the end of the file. Elsewhere two readers may find
     * two different directories, and what was checked here would not be what the engine reads.
     *
     * @return where the directory begins
     */
    private long checkEnd(FileChannel channel) throws IOException {
        long end = length - END_LENGTH;
        ByteBuffer tail = read(channel, Math.max(0, end - LARGE_END_LENGTH), length);
        int at = tail.limit() - END_LENGTH;
        boolean plain = at >= 0 && tail.getInt(at) == 0x06054b50 && tail.getShort(at + 20) == 0;
        if (!plain) {
            throw new ZipException("something stands behind its end");
        }
        long size = tail.getInt(at + 12) & IN_LARGE_END;
        long offset = tail.getInt(at + 16) & IN_LARGE_END;
        if (at >= LARGE_END_LENGTH && tail.getInt(at - 20) == 0x07064b50) {
            long largeSize = tail.getLong(at - LARGE_END_LENGTH + 40);
            long largeOffset = tail.getLong(at - LARGE_END_LENGTH + 48);
            boolean same = (size == IN_LARGE_END || size == largeSize)
                    && (offset == IN_LARGE_END || offset == largeOffset)
                    && tail.getInt(at - LARGE_END_LENGTH) == 0x06064b50
                    && tail.getLong(at - 20 + 8) == end - LARGE_END_LENGTH;
            if (!same) {
                throw new ZipException("it has two different directories");
            }
            size = largeSize;
            offset = largeOffset;
            end -= LARGE_END_LENGTH;
        }
        if (size < 0 || offset < 0 || offset != end - size) {
            throw new ZipException("its directory is not before its end");
        }
        return offset;
    }

    static ByteBuffer read(FileChannel channel, long from, long to) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate((int) (to - from)).order(ByteOrder.LITTLE_ENDIAN);
        while (bytes.hasRemaining() && channel.read(bytes, from + bytes.position()) >= 0) {
            continue;
        }
        return bytes.flip();
    }

    private void checkEntries(ZipFile zip) {
        if (zip.size() > MOST_ENTRIES) {
            throw ScriptFile.failure(
                    file, "it declares " + zip.size() + " entries, at most " + MOST_ENTRIES + " are read");
        }
        long most = Math.max(ALWAYS_FINE, (long) (length * MOST_GROWTH));
        long unpacked = 0;
        Set<String> names = new HashSet<>();
        Set<String> top = new HashSet<>();
        Set<String> folders = new HashSet<>();
        for (ZipEntry entry : Collections.list(zip.entries())) {
            unpacked += Math.max(0, entry.getSize());
            if (unpacked < 0 || unpacked > most) {
                throw ScriptFile.failure(
                        file,
                        "its entries would unpack to more than " + most + " bytes from a file of " + length
                                + "; TorchScript does not compress, so this is not a network");
            }
            String name = entry.getName();
            folders.add(name.substring(0, name.indexOf('/') + 1));
            String inside = inside(entry);
            top.add(inside.startsWith("code/") ? "code/" : inside);
            if (!names.add(name.toLowerCase(Locale.ROOT))) {
                throw ScriptFile.failure(file, "it has two entries " + name + "; export it again");
            }
        }
        if (top.contains("model.json")) { // read in its stead, by other rules
            throw ScriptFile.failure(file, "it is of the form that PyTorch 1.0 wrote; " + ScriptFile.EXPORT);
        }
        if (top.contains("data.pkl") && !top.contains("code/")) {
            throw ScriptFile.failure(
                    file,
                    "it is a checkpoint of weights only, without the program that uses them; " + ScriptFile.EXPORT);
        }
        if (!top.contains("data.pkl") || !top.contains("constants.pkl")) {
            throw ScriptFile.failure(
                    file,
                    "it is a zip archive but not TorchScript (no data.pkl and constants.pkl); " + ScriptFile.EXPORT);
        }
        if (folders.size() > 1) {
            throw ScriptFile.failure(file, "its entries lie in more than one folder; export it again");
        }
    }

    /** Name without the folder that all entries lie in, in small letters: the engine does not tell capital ones from them. */
    private static String inside(ZipEntry entry) {
        String name = entry.getName();
        return name.substring(name.indexOf('/') + 1).toLowerCase(Locale.ROOT);
    }

    private static String entryPath(ZipEntry entry) {
        String name = entry.getName();
        return name.substring(name.indexOf('/') + 1);
    }

    private void checkContent(ZipFile zip) throws IOException {
        ProgramText program = new ProgramText();
        Map<String, Long> lengths = new HashMap<>();
        List<? extends ZipEntry> entries = Collections.list(zip.entries());
        entries.forEach(entry -> lengths.put(inside(entry), entry.getSize()));
        long left = MOST_TEXT;
        try {
            for (ZipEntry entry : entries) {
                String name = inside(entry);
                boolean text = name.startsWith("code/") && name.endsWith(".py");
                if (!text && !PICKLES.matcher(name).matches()) {
                    continue;
                }
                byte[] content = read(zip, entry, left);
                left -= content.length;
                if (text) {
                    program.add(entryPath(entry), new String(content, StandardCharsets.ISO_8859_1));
                } else {
                    checkPickle(name, content, lengths);
                }
            }
            program.finish();
        } catch (ProgramText.Refused e) {
            throw ScriptFile.failure(file, e.getMessage());
        }
    }

    private void checkPickle(String name, byte[] content, Map<String, Long> lengths) {
        String numbers = name.replace(".pkl", "/");
        try {
            PickledTensor tensors =
                    new PickledTensor(key -> lengths.getOrDefault(numbers + key.toLowerCase(Locale.ROOT), -1L));
            PickleCheck.check(content, tensors, name.equals("constants.pkl"));
        } catch (PickleCheck.Refused e) {
            throw ScriptFile.failure(file, name + " in it " + e.getMessage());
        }
    }

    private byte[] read(ZipFile zip, ZipEntry entry, long most) throws IOException {
        try (InputStream in = zip.getInputStream(entry)) {
            byte[] content = in.readNBytes((int) most);
            if (in.read() >= 0) {
                throw ScriptFile.failure(
                        file, "its program and tree of modules are larger than " + (MOST_TEXT >> 20) + " MB of text");
            }
            return content;
        }
    }
}
