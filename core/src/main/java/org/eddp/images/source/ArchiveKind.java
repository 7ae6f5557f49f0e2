package org.eddp.images.source;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.ServiceLoader;
import org.eddp.files.FileFailure;
import org.eddp.images.source.ArchiveFormat.PictureArchive;

/** The kinds of archives, recognised by the extension of the name. */
enum ArchiveKind {
    TAR(".tar") {
        @Override
        PictureArchive open(Path file) throws IOException {
            return TarArchive.open(file);
        }
    },
    PARQUET(".parquet") {
        @Override
        Optional<String> obstacle() {
            return Parquet.FORMAT.isPresent()
                    ? Optional.empty()
                    : Optional.of("Parquet is read only where the module for Spark is present");
        }

        @Override
        PictureArchive open(Path file) throws IOException {
            return Parquet.FORMAT
                    .orElseThrow(() -> new FileFailure("cannot read " + file + ": "
                            + obstacle().orElseThrow() + "; use that, or unpack its pictures into a folder"))
                    .open(file);
        }
    },
    COMPRESSED(".tar.gz", ".tgz", ".tar.bz2", ".tar.xz", ".tar.zst") {
        @Override
        Optional<String> obstacle() {
            return Optional.of(
                    "pictures in an archive that is compressed as a whole cannot be found without reading all of it");
        }

        @Override
        PictureArchive open(Path file) {
            throw compressed(file, file.toString().toLowerCase(Locale.ROOT).endsWith("gz"));
        }
    };

    private final List<String> extensions;

    ArchiveKind(String... extensions) {
        this.extensions = List.of(extensions);
    }

    /** Loads the Parquet format on first use, so that work without Parquet files does not wait for it. */
    private static final class Parquet {
        static final Optional<ArchiveFormat> FORMAT = ServiceLoader.load(ArchiveFormat.class).stream()
                .map(ServiceLoader.Provider::get)
                .filter(format -> PARQUET.extensions.contains(format.extension()))
                .findFirst();

        private Parquet() {}
    }

    /** The kind of a file of this name; empty if it is not an archive. */
    static Optional<ArchiveKind> of(String fileName) {
        String name = fileName.toLowerCase(Locale.ROOT);
        for (ArchiveKind kind : values()) {
            if (kind.extensions.stream().anyMatch(name::endsWith)) {
                return Optional.of(kind);
            }
        }
        return Optional.empty();
    }

    /** The reason why this process cannot read archives of this kind; empty if it can. */
    Optional<String> obstacle() {
        return Optional.empty();
    }

    /** Lists what is in a file. */
    abstract PictureArchive open(Path file) throws IOException;

    /** The message for a compressed archive. */
    static FileFailure compressed(Path file, boolean gzip) {
        return new FileFailure("cannot read " + file + ": "
                + COMPRESSED.obstacle().orElseThrow()
                + "; unpack it to a .tar file" + (gzip ? " with gunzip" : ""));
    }
}
