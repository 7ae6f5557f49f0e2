package org.eddp.images.source;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * A format of archives that needs libraries which most programs do not have; loaded by {@link java.util.ServiceLoader}
 * for the first file with such a name.
 */
public interface ArchiveFormat {
    /** How names of such files end, with the dot and in small letters. */
    String extension();

    /**
     * Lists what is in a file. A valid file without pictures is an archive without items.
     *
     * @throws IOException if it cannot be read
     * @throws org.eddp.files.FileFailure if it is damaged, with a complete message
     */
    PictureArchive open(Path file) throws IOException;

    /** A file with pictures in it, listed when it is opened. Holds no resources, and is thread-safe. */
    interface PictureArchive {
        /** Its pictures, in any order. */
        List<Item> items();

        /** Names of pictures in unsupported formats. */
        default List<String> foreign() {
            return List.of();
        }

        /**
         * All bytes of a picture; null if it has none.
         *
         * @param item one of {@link #items}; the caller has already checked its length against the limit
         * @throws IOException if they cannot be read
         * @throws org.eddp.files.FileFailure if the file is damaged there
         */
        byte[] read(Item item) throws IOException;

        /**
         * A picture in an archive.
         *
         * @param name relative path with {@code /}
         * @param place position in the archive, in its own unit
         *
         * @param length in bytes, negative if not known before it is read
         * @param className the class it belongs to, null if none is known
         * @param problem why it cannot be read, otherwise null
         */
        record Item(String name, long place, long length, String className, String problem) {}
    }
}
