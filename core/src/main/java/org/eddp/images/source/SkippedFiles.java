package org.eddp.images.source;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.eddp.files.FileNames;

/**
 * Files in a folder that look like pictures or archives of pictures but are not read. They are reported, so that users do not
 * assume that they were read.
 *
 * @param pictures names of pictures in other formats
 * @param archives names of archives
 * @param obstacle why the last of the archives is not read, null if there are none
 */
record SkippedFiles(List<String> pictures, List<String> archives, String obstacle) {
    static final SkippedFiles NOTHING = new SkippedFiles(List.of(), List.of(), null);

    SkippedFiles {
        pictures = pictures.stream().sorted(FileNames.ORDER).toList();
        archives = archives.stream().sorted(FileNames.ORDER).toList();
    }

    /** A sentence for the user; empty if nothing was skipped. */
    Optional<String> words() {
        List<String> words = new ArrayList<>();
        if (!pictures.isEmpty()) {
            words.add((pictures.size() == 1 ? "1 picture is" : pictures.size() + " pictures are")
                    + " left out, since such files are not read " + some(pictures)
                    + "; convert them to PNG or JPEG to have them");
        }
        if (!archives.isEmpty()) {
            words.add((archives.size() == 1 ? "1 archive is" : archives.size() + " archives are") + " left out "
                    + some(archives) + ": " + obstacle + "; unpack them to have what is in them");
        }
        return words.isEmpty() ? Optional.empty() : Optional.of(String.join("; ", words));
    }

    private static String some(List<String> names) {
        return "(" + names.get(0) + (names.size() > 1 ? ", ..." : "") + ")";
    }
}
