package org.eddp.images.source;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** The image formats that are read. Files are recognised by their first bytes; extensions only choose among files. */
public enum ImageFormat {
    JPEG("JPEG", "jpg", "jpeg", "jpe", "jfif"),
    PNG("PNG", "png"),
    WEBP("WebP", "webp"),
    GIF("GIF", "gif"),
    BMP("BMP", "bmp");

    /** Extensions of unsupported picture formats, for remarks. */
    private static final Set<String> FOREIGN = Set.of(
            "tif", "tiff", "heic", "heif", "avif", "jp2", "jxl", "svg", "tga", "ppm", "pgm", "pnm", "psd", "dng", "cr2",
            "nef", "arw");

    private final String title;
    private final List<String> extensions;

    ImageFormat(String title, String... extensions) {
        this.title = title;
        this.extensions = List.of(extensions);
    }

    /** The format of a file that starts with these bytes. */
    public static Optional<ImageFormat> of(byte[] file) {
        if (startsWith(file, 0, "\u00ff\u00d8\u00ff")) {
            return Optional.of(JPEG);
        }
        if (startsWith(file, 0, "\u0089PNG\r\n\u001a\n")) {
            return Optional.of(PNG);
        }
        if (startsWith(file, 0, "RIFF") && startsWith(file, 8, "WEBP")) {
            return Optional.of(WEBP);
        }
        if (startsWith(file, 0, "GIF87a") || startsWith(file, 0, "GIF89a")) {
            return Optional.of(GIF);
        }
        return startsWith(file, 0, "BM") ? Optional.of(BMP) : Optional.empty();
    }

    public static boolean startsWith(byte[] file, int offset, String latin) {
        byte[] wanted = latin.getBytes(StandardCharsets.ISO_8859_1);
        return offset >= 0
                && file.length - offset >= wanted.length
                && Arrays.equals(file, offset, offset + wanted.length, wanted, 0, wanted.length);
    }

    /** Whether a file of this name counts as an image. */
    static boolean hasExtension(String fileName) {
        String extension = extension(fileName);
        return fileName.indexOf('.') >= 0
                && Arrays.stream(values()).anyMatch(format -> format.extensions.contains(extension));
    }

    /** Whether a file of this name is a picture in a format that is not read here. */
    static boolean isForeign(String fileName) {
        return fileName.indexOf('.') >= 0 && FOREIGN.contains(extension(fileName));
    }

    private static String extension(String fileName) {
        return fileName.substring(fileName.lastIndexOf('.') + 1).toLowerCase(Locale.ROOT);
    }

    /** All extensions, for messages. */
    static String allExtensions() {
        return Arrays.stream(values())
                .flatMap(format -> format.extensions.stream())
                .map(extension -> "." + extension)
                .collect(Collectors.joining(", "));
    }

    /** All formats, for messages. */
    public static String allTitles() {
        return Arrays.stream(values()).map(ImageFormat::title).collect(Collectors.joining(", "));
    }

    public String title() {
        return title;
    }
}
