package org.eddp.images.source;

import java.util.ArrayList;
import java.util.List;

/** Names of pictures in archives: relative paths with {@code /}. Names in an archive are not trusted. */
final class InnerNames {
    private InnerNames() {}

    /**
     * Normalises a name: without {@code ./} at the front, as {@code tar -c .} writes it, and without doubled
     * separators.
     */
    static String plain(String name) {
        if (!name.startsWith("./") && !name.contains("//") && !name.contains("/./")) {
            return name;
        }
        List<String> parts = new ArrayList<>();
        for (String part : name.split("/", -1)) {
            if (!part.equals(".") && (!part.isEmpty() || parts.isEmpty() && name.startsWith("/"))) {
                parts.add(part);
            }
        }
        return String.join("/", parts);
    }

    /** Why a name is not safe as a path of a picture; null if it is. */
    static String nameProblem(String name) {
        if (name.isEmpty() || name.endsWith("/")) {
            return "is empty";
        }
        if (name.startsWith("/")) {
            return "is absolute";
        }
        if (List.of(name.split("/", -1)).contains("..")) {
            return "leads out of the archive";
        }
        return name.indexOf('\0') >= 0 ? "has a zero in it" : null;
    }

    /** Whether a file or folder on the way is hidden; such are left out of folders, too. */
    static boolean isHidden(String name) {
        for (String part : name.split("/", -1)) {
            if (part.startsWith(".") && !part.equals("..")) {
                return true;
            }
        }
        return false;
    }

    /** The name without its folders. */
    static String last(String name) {
        return name.substring(name.lastIndexOf('/') + 1);
    }
}
