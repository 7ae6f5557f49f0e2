package org.eddp.images;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;

/** SHA-256 of image files and of whole lists: what tells whether results still belong to the images at hand. */
final class ImageDigests {
    private ImageDigests() {}

    /**
     * The digest of a file's content, in lower-case hexadecimal.
     *
     * @throws ImageFailure if it cannot be read
     */
    public static String of(Path file) {
        return of(ImageReader.bytes(file));
    }

    static String of(byte[] content) {
        return HexFormat.of().formatHex(newDigest().digest(content));
    }

    /**
     * The digest of a list: names, order and content of all images. Classes do not count, nor does the folder in which the
     * images lie.
     *
     * @param digests of the files, in the order of the list; null for a file that cannot be read
     */
    public static String ofList(ImageList list, List<String> digests) {
        if (digests.size() != list.size()) {
            throw new IllegalArgumentException(digests.size() + " digests for " + list.size() + " images");
        }
        MessageDigest digest = newDigest();
        for (int i = 0; i < digests.size(); i++) {
            String line = list.entries().get(i).name() + '\0' + digests.get(i) + '\n';
            digest.update(line.getBytes(StandardCharsets.UTF_8));
        }
        return HexFormat.of().formatHex(digest.digest());
    }

    private static MessageDigest newDigest() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError("every Java platform has SHA-256", e);
        }
    }
}
