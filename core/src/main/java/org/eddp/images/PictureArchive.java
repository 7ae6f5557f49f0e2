package org.eddp.images;

import java.io.IOException;
import java.util.List;

/** A file with pictures in it, listed when it is opened. Holds no resources, and is thread-safe. */
public interface PictureArchive {
    /** Its pictures, in any order. */
    List<Item> items();

    /** Names of pictures in it whose format is not read. */
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
     * @param place where it is, in whatever the archive counts
     * @param length in bytes, negative if not known before it is read
     * @param className the class it belongs to, null if none is known
     * @param problem why it cannot be read, null if nothing speaks against it
     */
    record Item(String name, long place, long length, String className, String problem) {}
}
