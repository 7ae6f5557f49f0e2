package org.eddp.images.source;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.eddp.files.FileFailure;

/** Names of images: relative paths with {@code /} on every system. */
final class Names {
    private Names() {}

    /** Replacement for bytes of a name that are not characters. */
    private static final char UNREADABLE = '\uFFFD';

    /** Whether a name has bytes that are not characters in UTF-8, or in the encoding of this process. */
    static boolean isUnreadable(Path file) {
        return String.valueOf(file.getFileName()).indexOf(UNREADABLE) >= 0;
    }

    /**
     * Refuses a name that cannot be read because the locale is not UTF-8: results would have other names than
     * elsewhere, and files would not be found again.
     */
    static void requireReadable(Path file) {
        String encoding = System.getProperty("sun.jnu.encoding", "UTF-8");
        if (isUnreadable(file) && !encoding.equalsIgnoreCase("UTF-8")) {
            throw new FileFailure("cannot read the name of " + file + ": names of files are taken for " + encoding
                    + " in the locale of this process; set a locale with UTF-8, such as LC_ALL=C.UTF-8");
        }
    }

    static String of(Path relative) {
        if (relative.isAbsolute()) {
            return relative.toString().replace('\\', '/');
        }
        List<String> parts = new ArrayList<>();
        for (Path part : relative.normalize()) {
            parts.add(part.toString());
        }
        return String.join("/", parts);
    }
}
