package org.eddp.files;

import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Copies of remote files in a temporary folder of this process, where they are read in any order. Local files are never
 * copied. Copies that were used longest ago are deleted first; all are deleted when the process ends. Thread-safe: one
 * thread fetches a file, others wait.
 */
public final class LocalCopies {
    /** Bytes of all copies; the file used last is kept even if it is larger. */
    private static final long MOST_BYTES = 4L << 30;

    private static final LocalCopies SHARED = new LocalCopies(MOST_BYTES);

    private final long most;
    private final Map<String, Path> copies = new LinkedHashMap<>(16, 0.75f, true);
    private long bytes;
    private int numbers;

    LocalCopies(long most) {
        this.most = most;
    }

    /** Those of this process. */
    public static LocalCopies shared() {
        return SHARED;
    }

    /**
     * Opens a file that never changes, or its copy.
     *
     * @param digest of its content; only files of equal path and digest share a copy
     */
    public FileChannel open(Path file, String digest) throws IOException {
        if (!RemoteFiles.isRemote(file)) {
            return Inputs.open(file);
        }
        synchronized (this) { // an open file can be read although its copy is deleted
            return FileChannel.open(fetch(file, digest), StandardOpenOption.READ);
        }
    }

    /**
     * A local file with the present content of a file and the same name: itself, or a copy. The copy stays until so many
     * others were used that there is no room left for it.
     *
     * @throws FileFailure if it cannot be read
     */
    public Path of(Path file) {
        if (!RemoteFiles.isRemote(file)) {
            return file;
        }
        try {
            BasicFileAttributes now = Files.readAttributes(file, BasicFileAttributes.class);
            return of(file, now.size() + " " + now.lastModifiedTime());
        } catch (IOException e) {
            throw FileFailure.reading(file, e);
        }
    }

    /**
     * The same of a remote file, without a question whether it has changed.
     *
     * @param version of the file; only files of equal path and version share a copy
     */
    public synchronized Path of(Path file, String version) throws IOException {
        return fetch(file, version);
    }

    /** Forgets a copy, whose content was not as expected. */
    public synchronized void forget(Path file, String digest) throws IOException {
        Path copy = copies.remove(key(file, digest));
        if (copy != null) {
            delete(copy);
        }
    }

    private static String key(Path file, String version) {
        return file + "\n" + version;
    }

    private Path fetch(Path file, String version) throws IOException {
        String key = key(file, version);
        Path known = copies.get(key);
        if (known != null && Files.exists(known)) {
            return known;
        }
        Path copy = Files.createDirectory(ProcessFolder.get().resolve(String.valueOf(numbers++)))
                .resolve(file.getFileName().toString());
        try (InputStream in = Files.newInputStream(file)) {
            Files.copy(in, copy, StandardCopyOption.REPLACE_EXISTING);
        }
        copies.put(key, copy);
        bytes += Files.size(copy);
        makeRoom(copy);
        return copy;
    }

    private void makeRoom(Path last) throws IOException {
        var oldest = copies.values().iterator();
        while (bytes > most && oldest.hasNext()) {
            Path copy = oldest.next();
            if (!copy.equals(last)) {
                oldest.remove();
                delete(copy);
            }
        }
    }

    private void delete(Path copy) throws IOException {
        bytes -= Files.exists(copy) ? Files.size(copy) : 0;
        Files.deleteIfExists(copy);
        Files.deleteIfExists(copy.getParent());
    }
}
