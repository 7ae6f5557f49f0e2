package org.eddp.images;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Names of images: relative paths with {@code /} on every system. */
final class Names {
    private Names() {}

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
