package org.eddp.files;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.stream.Stream;

/** SHA-256 digests in hexadecimal, by which results identify their inputs. */
public final class Digests {
    private static final int BUFFER = 1 << 16;

    private Digests() {}

    /** Digest of bytes, one array after the other. */
    public static String of(byte[]... parts) {
        MessageDigest digest = newDigest();
        for (byte[] part : parts) {
            digest.update(part);
        }
        return HexFormat.of().formatHex(digest.digest());
    }

    /** Digest of a text in UTF-8. */
    public static String of(String text) {
        return of(text.getBytes(StandardCharsets.UTF_8));
    }

    /** Digest of texts in UTF-8, as if they were one. */
    public static String of(Stream<String> texts) {
        MessageDigest digest = newDigest();
        texts.forEachOrdered(text -> digest.update(text.getBytes(StandardCharsets.UTF_8)));
        return HexFormat.of().formatHex(digest.digest());
    }

    /**
     * Digest of the content of a file.
     *
     * @throws FileFailure if it cannot be read
     */
    public static String of(Path file) {
        try (FileChannel channel = Inputs.open(file)) {
            return of(channel);
        } catch (IOException e) {
            throw FileFailure.reading(file, e);
        }
    }

    /** Digest of the rest of a channel, which stays open. */
    public static String of(FileChannel channel) throws IOException {
        MessageDigest digest = newDigest();
        ByteBuffer buffer = ByteBuffer.allocate(BUFFER);
        while (channel.read(buffer) >= 0) {
            digest.update(buffer.flip());
            buffer.clear();
        }
        return HexFormat.of().formatHex(digest.digest());
    }

    public static MessageDigest newDigest() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError("every Java platform has SHA-256", e);
        }
    }
}
