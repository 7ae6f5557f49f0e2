package org.eddp.studio;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Arrays;
import java.util.stream.Collectors;

/** Detects changes of files. */
final class FileStamp {
    private FileStamp() {}

    /** A text that changes when one of some files of a folder is written, added or removed. */
    static String of(Path folder, String... names) {
        return Arrays.stream(names).map(name -> of(folder.resolve(name))).collect(Collectors.joining(", "));
    }

    private static String of(Path file) {
        try {
            BasicFileAttributes attributes = Files.readAttributes(file, BasicFileAttributes.class);
            return attributes.fileKey() + " " + attributes.size() + " " + attributes.lastModifiedTime();
        } catch (IOException e) { // the code that reads the file reports why it cannot be read
            return "none";
        }
    }
}
