package org.eddp.images.source;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/** Writes tar files by hand, so that tests need no program and can write what none writes. */
public final class TinyTar {
    private static final int BLOCK = 512;
    private static final int NAME = 100;
    private static final int PREFIX = 155;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();

    /** A file, with its name where there is room for it: in the header, or before it as GNU writes it. */
    public TinyTar file(String name, byte[] content) {
        byte[] bytes = name.getBytes(StandardCharsets.UTF_8);
        if (bytes.length > NAME) {
            entry(header("././@LongLink", bytes.length + 1, 'L'), Arrays.copyOf(bytes, bytes.length + 1));
        }
        return entry(header(name, content.length, '0'), content);
    }

    public TinyTar file(String name, String content) {
        return file(name, content.getBytes(StandardCharsets.UTF_8));
    }

    /** A file whose name is divided, as POSIX allowed first. */
    TinyTar divided(String prefix, String name, byte[] content) {
        byte[] header = header(name, content.length, '0');
        put(header, 345, PREFIX, prefix);
        return entry(summed(header), content);
    }

    /** Something POSIX says of what follows: {@code x} of the next file, {@code g} of all. */
    TinyTar said(char type, String... pairs) {
        ByteArrayOutputStream lines = new ByteArrayOutputStream();
        for (String pair : pairs) {
            int rest = pair.getBytes(StandardCharsets.UTF_8).length + 2;
            int length = rest + 1;
            while (String.valueOf(length).length() + rest != length) {
                length++;
            }
            lines.writeBytes((length + " " + pair + "\n").getBytes(StandardCharsets.UTF_8));
        }
        return entry(header("PaxHeader", lines.size(), type), lines.toByteArray());
    }

    /** Anything: a header and what follows it, filled up to whole blocks. */
    TinyTar entry(byte[] header, byte[] content) {
        out.writeBytes(header);
        out.writeBytes(content);
        out.writeBytes(new byte[(BLOCK - content.length % BLOCK) % BLOCK]);
        return this;
    }

    static byte[] header(String name, long size, char type) {
        byte[] header = new byte[BLOCK];
        put(header, 0, NAME, name);
        put(header, 100, 8, "0000644");
        put(header, 108, 8, "0000000");
        put(header, 116, 8, "0000000");
        put(header, 124, 12, String.format("%011o", size));
        put(header, 136, 12, "00000000000");
        header[156] = (byte) type;
        put(header, 257, 8, "ustar\00000");
        return summed(header);
    }

    /** A size as GNU writes those that octal digits have no room for. */
    static byte[] binarySize(byte[] header, long size) {
        byte[] changed = header.clone();
        for (int i = 0; i < 12; i++) {
            changed[135 - i] = i < 8 ? (byte) (size >> 8 * i) : 0;
        }
        changed[124] |= (byte) 0x80;
        return summed(changed);
    }

    static byte[] summed(byte[] header) {
        Arrays.fill(header, 148, 156, (byte) ' ');
        int sum = 0;
        for (byte value : header) {
            sum += value & 0xff;
        }
        put(header, 148, 8, String.format("%06o\0 ", sum));
        return header;
    }

    private static void put(byte[] header, int at, int room, String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        Arrays.fill(header, at, at + room, (byte) 0);
        System.arraycopy(bytes, 0, header, at, Math.min(room, bytes.length));
    }

    byte[] open() {
        return out.toByteArray();
    }

    public byte[] bytes() {
        byte[] open = open();
        return Arrays.copyOf(open, open.length + 2 * BLOCK);
    }

    public Path write(Path file) {
        try {
            Files.createDirectories(file.toAbsolutePath().getParent());
            return Files.write(file, bytes());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
