package org.eddp.cli;

/** Names of files made from names of other things. */
final class FileNames {
    private static final int LONGEST = 80;

    private FileNames() {}

    /** Letters, digits and dashes only, so that every file system takes it. */
    static String of(String name) {
        String plain = name.replaceAll("[^\\p{L}\\p{N}._]+", "-").replaceAll("^[-.]+|-+$", "");
        return plain.isEmpty() ? "unnamed" : plain.substring(0, Math.min(LONGEST, plain.length()));
    }

    /** The name without its extension; folders stay part of it, so that images of the same name do not meet. */
    static String stem(String image) {
        String name = image.replaceAll("\\.[A-Za-z0-9]{1,5}$", "");
        return of(name);
    }
}
