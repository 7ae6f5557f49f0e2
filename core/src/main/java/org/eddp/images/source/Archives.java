package org.eddp.images.source;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.eddp.files.FileFailure;
import org.eddp.files.LocalCopies;
import org.eddp.files.RemoteFiles;
import org.eddp.images.source.ArchiveFormat.PictureArchive;

/**
 * Treats archives like folders: the path of a picture is that of the archive followed by its name inside. The list of
 * pictures in an archive is cached until the file changes; archives used longest ago are dropped first. Thread-safe.
 */
final class Archives {
    /** Pictures in the cached archives; each takes about a fifth of a kilobyte. */
    private static final int MOST_HELD = 1 << 18;

    private static final Archives SHARED = new Archives(MOST_HELD);

    private final int most;
    private final Map<Path, Held> held = new LinkedHashMap<>(16, 0.75f, true);

    /** @param most pictures in all archives that are held, apart from the one used last */
    Archives(int most) {
        this.most = most;
    }

    /** Those of this process. */
    static Archives shared() {
        return SHARED;
    }

    /** A picture in an archive; {@code item} is null if the archive has none of this name. */
    record Inside(Path file, OpenArchive archive, PictureArchive.Item item) {}

    /** An archive and the identity of its file; the first thread reads it while others wait. */
    private static final class Held {
        private final Path file;
        private String stamp;
        /** The file, or its copy on this machine. */
        private Path local;

        private OpenArchive archive;
        private volatile int pictures;

        Held(Path file) {
            this.file = file;
        }

        synchronized OpenArchive get() {
            try {
                boolean remote = RemoteFiles.isRemote(file);
                String now = remote && stamp != null ? stamp : stamp(file); // remote ones are looked at once
                Path here = remote ? LocalCopies.shared().of(file, now) : file;
                if (!now.equals(stamp) || !here.equals(local)) {
                    archive = null;
                    archive = new OpenArchive(file, scan(file, here));
                    pictures = archive.items().size();
                    stamp = now;
                    local = here;
                }
                return archive;
            } catch (IOException e) {
                throw FileFailure.reading(file, e);
            }
        }

        /** Messages name the file and not its copy. */
        private static PictureArchive scan(Path file, Path here) throws IOException {
            try {
                return kind(file).orElseThrow().open(here);
            } catch (FileFailure e) {
                throw here.equals(file)
                        ? e
                        : new FileFailure(e.getMessage().replace(here.toString(), file.toString()), e);
            }
        }

        private static String stamp(Path file) throws IOException {
            BasicFileAttributes attributes = Files.readAttributes(file, BasicFileAttributes.class);
            return attributes.fileKey() + " " + attributes.size() + " " + attributes.lastModifiedTime();
        }
    }

    /** What kind of archive a file is, by its name. */
    static Optional<ArchiveKind> kind(Path file) {
        return file.getFileName() == null
                ? Optional.empty()
                : ArchiveKind.of(file.getFileName().toString());
    }

    /** Whether there is a file with pictures in it. */
    static boolean isArchive(Path file) {
        return kind(file).isPresent() && (SHARED.isKnown(file) || Files.isRegularFile(file));
    }

    /** Whether a remote archive was opened here, which saves a request for each of its pictures. */
    private boolean isKnown(Path file) {
        synchronized (held) {
            return RemoteFiles.isRemote(file) && held.containsKey(file);
        }
    }

    /** The archive that a path leads into; empty for paths of files and folders, whether they are there or not. */
    static Optional<Path> around(Path path) {
        for (Path above = path.getParent(); above != null; above = above.getParent()) {
            if (isArchive(above)) {
                return Optional.of(above);
            }
        }
        return Optional.empty();
    }

    /**
     * The picture at a path inside an archive.
     *
     * @throws FileFailure if the archive cannot be read
     */
    Optional<Inside> find(Path path) {
        return around(path).map(file -> {
            OpenArchive archive = open(file);
            List<String> parts = new ArrayList<>();
            file.relativize(path).forEach(part -> parts.add(part.toString()));
            return new Inside(file, archive, archive.item(String.join("/", parts)));
        });
    }

    /**
     * The archive in a file.
     *
     * @throws FileFailure if it cannot be read
     */
    OpenArchive open(Path file) {
        Path place = file.toAbsolutePath().normalize();
        Held wanted;
        synchronized (held) {
            wanted = held.computeIfAbsent(place, Held::new);
        }
        int before = wanted.pictures;
        OpenArchive archive = wanted.get();
        if (wanted.pictures != before) {
            forget(wanted);
        }
        return archive;
    }

    /** Number of cached archives. */
    int size() {
        synchronized (held) {
            return held.size();
        }
    }

    /** Drops archives used longest ago. */
    private void forget(Held last) {
        synchronized (held) {
            long all = held.values().stream().mapToLong(one -> one.pictures).sum();
            Iterator<Held> oldest = held.values().iterator();
            while (all > most && oldest.hasNext()) {
                Held one = oldest.next();
                if (one != last) {
                    all -= one.pictures;
                    oldest.remove();
                }
            }
        }
    }
}
