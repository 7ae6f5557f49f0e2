package org.eddp.images;

import java.io.IOException;
import java.nio.file.Path;

/**
 * A format of archives that is read with libraries which most programs do without; found by {@link java.util.ServiceLoader}
 * when the first file of such a name is met.
 */
public interface ArchiveFormat {
    /** How names of such files end, with the dot and in small letters. */
    String extension();

    /**
     * Lists what is in a file. One that is sound but has nothing to do with pictures is an archive without items.
     *
     * @throws IOException if it cannot be read
     * @throws org.eddp.files.FileFailure if it is damaged, with a message that says everything
     */
    PictureArchive open(Path file) throws IOException;
}
