package org.eddp.files;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;

/** File names made from other names. */
public final class FileNames {
    /** Sorts by code points, the order of UTF-8 bytes: the same in every language and on every system. */
    public static final Comparator<String> ORDER = FileNames::compare;

    /** Bytes of one name within a file name: file systems take 255 in all, and two names and an ending may come together. */
    private static final int LONGEST = 80;

    private static final int DIGITS = 8;

    private FileNames() {}

    /** Letters, digits and dashes only, so that every file system takes it; long names are cut. */
    public static String of(String name) {
        String plain = name.replaceAll("[^\\p{L}\\p{N}._]+", "-").replaceAll("^[-.]+|-+$", "");
        return plain.isEmpty() ? "unnamed" : cut(plain);
    }

    /** The name of a file or folder without its path. */
    public static String last(Path path) {
        Path name = path.toAbsolutePath().normalize().getFileName();
        return name == null ? path.toString() : name.toString();
    }

    /** The name without its extension; folders stay part of it. */
    public static String stem(String image) {
        return of(image.replaceAll("\\.[A-Za-z0-9]{1,5}$", ""));
    }

    /**
     * A unique name of a result: the readable name, then digits of a digest of its identity. The same result always has
     * the same name, so that it replaces an earlier one.
     *
     * @param readable a name for people; others may have the same
     * @param identity everything that distinguishes this result from others
     */
    public static String unique(String readable, Object... identity) {
        StringBuilder all = new StringBuilder();
        for (Object part : identity) {
            // the length keeps ("ab", "c") and ("a", "bc") apart
            String text = String.valueOf(part);
            all.append(text.length()).append(':').append(text);
        }
        return readable + "-" + Digests.of(all.toString()).substring(0, DIGITS);
    }

    /** Whole characters only: half of one is not a name. */
    /** Distinct names of folders: the last part of each path, with as many parts before it as needed. */
    public static List<String> toldApart(List<Path> folders) {
        List<Path> places = folders.stream()
                .map(folder -> folder.toAbsolutePath().normalize())
                .toList();
        return places.stream().map(place -> toldApart(place, places)).toList();
    }

    private static String toldApart(Path place, List<Path> places) {
        int parts = 1;
        while (parts < place.getNameCount() && isShared(end(place, parts), place, places)) {
            parts++;
        }
        return end(place, parts).toString().replace('\\', '/');
    }

    private static boolean isShared(Path end, Path place, List<Path> places) {
        return places.stream().anyMatch(other -> !other.equals(place) && other.endsWith(end));
    }

    private static Path end(Path place, int parts) {
        int all = place.getNameCount();
        return place.subpath(Math.max(0, all - parts), all);
    }

    private static String cut(String name) {
        int end = 0;
        int bytes = 0;
        while (end < name.length()) {
            int next = name.offsetByCodePoints(end, 1);
            bytes += name.substring(end, next).getBytes(StandardCharsets.UTF_8).length;
            if (bytes > LONGEST) {
                break;
            }
            end = next;
        }
        return name.substring(0, end);
    }

    private static int compare(String a, String b) {
        int at = 0;
        while (at < a.length() && at < b.length()) {
            int left = a.codePointAt(at);
            int right = b.codePointAt(at);
            if (left != right) {
                return Integer.compare(left, right);
            }
            at += Character.charCount(left);
        }
        return Integer.compare(a.length(), b.length());
    }
}
