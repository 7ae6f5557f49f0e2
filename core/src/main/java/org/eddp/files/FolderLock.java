package org.eddp.files;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;

/**
 * A lock that gives the right to write into a folder. One thread of one process holds it at a time. A second writer fails at
 * once with a message that names the first, instead of one of two results being lost. Readers need no lock, since files are
 * replaced as a whole.
 *
 * <p>It is a lock of the operating system on the file {@code .lock} in the folder, so it ends with its process, however the
 * process ends. A file that a killed process left can be locked again. The content of the file (process, machine, start) is used
 * only in the message. Some network file systems have no locks. There, the presence of a file {@code .lock-owner} is the lock.
 * If it was left by a process of this machine that no longer runs, it is recognised as a leftover. If it was left by a process of
 * another machine, the user has to delete it, as the message says.
 *
 * <p>A {@linkplain RemoteFiles remote} folder is locked in this process only: object stores have no locks. Two commands
 * that write the same features there write the same bytes.
 *
 * <p>A thread may take a lock again that it already holds; the last {@link #close} releases it.
 */
public final class FolderLock implements AutoCloseable {
    /** Name of the file. */
    static final String NAME = ".lock";

    /** The same where there are no locks. */
    static final String PRESENCE = ".lock-owner";

    private static final long SETTLE_MILLIS = 100;

    /** If the file vanishes meanwhile, its owner has just finished: the number of further attempts. */
    private static final int ATTEMPTS = 100;

    private static final Map<Path, FolderLock> HELD = new HashMap<>();

    private final Path folder;
    private final Thread owner = Thread.currentThread();
    private final Path file;
    /** Null if the presence of the file is the lock. */
    private final FileChannel channel;

    private int times = 1;

    private FolderLock(Path folder, Path file, FileChannel channel) {
        this.folder = folder;
        this.file = file;
        this.channel = channel;
    }

    /** How a channel is locked; null if another process has the lock. */
    @FunctionalInterface
    interface Locking {
        FileLock tryLock(FileChannel channel) throws IOException;
    }

    /**
     * Takes the lock of a folder, which is created if needed.
     *
     * @throws Taken if another process or thread has it
     * @throws FileFailure if nothing can be written there
     */
    public static FolderLock take(Path folder) {
        return take(folder, FolderLock::ofSystem);
    }

    static FolderLock take(Path folder, Locking locking) {
        Folders.prepare(folder);
        synchronized (HELD) {
            try {
                Path real = folder.toRealPath();
                FolderLock held = HELD.get(real);
                if (held != null) {
                    return held.again(folder);
                }
                FolderLock taken = RemoteFiles.isRemote(real)
                        ? new FolderLock(real, real.resolve(NAME), null) // object stores have no locks
                        : lock(folder, real, locking);
                HELD.put(real, taken);
                return taken;
            } catch (IOException e) {
                throw FileFailure.writing(folder.resolve(NAME), e);
            }
        }
    }

    /**
     * Refuses to create a folder again that was moved or deleted while this program holds its lock. The files written so far are
     * gone with it, and the files written later would look like the complete result.
     *
     * @throws FileFailure if {@code folder}, or a folder that contains it, is gone although it is locked
     */
    static void requireKept(Path folder) {
        Path place = folder.toAbsolutePath().normalize();
        synchronized (HELD) {
            for (FolderLock held : HELD.values()) {
                if (place.startsWith(held.folder) && !Files.exists(held.folder)) {
                    throw new FileFailure("the folder " + held.folder
                            + " was taken away while it was being written; put it back and give the command again");
                }
            }
        }
    }

    private FolderLock again(Path named) {
        if (owner != Thread.currentThread()) {
            throw new Taken("the folder " + named + " is being written by another part of this program (thread "
                    + owner.getName() + "); wait until it has finished, or name another folder");
        }
        times++;
        return this;
    }

    /** A link in a folder of another user could make us overwrite another file, and a pipe would block. */
    private static void requireFile(Path file) throws IOException {
        if (Files.exists(file, LinkOption.NOFOLLOW_LINKS) && !Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
            throw new FileSystemException(
                    file.toString(), null, file.getFileName() + " in it is not a regular file; remove it");
        }
    }

    private static FolderLock lock(Path named, Path real, Locking locking) throws IOException {
        Path file = real.resolve(NAME);
        for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
            requireFile(file);
            FileChannel channel = FileChannel.open(
                    file, StandardOpenOption.CREATE, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);
            try {
                if (locking.tryLock(channel) == null) {
                    throw taken(named, file);
                }
                // The previous owner may have deleted the file after it was opened here. The lock is then useless.
                if (isSame(channel, file)) {
                    LockHolder.current().writeTo(channel);
                    return new FolderLock(real, file, channel);
                }
                channel.close();
            } catch (OverlappingFileLockException e) {
                channel.close(); // this process holds it by another path, for example if a folder is mounted twice
                throw taken(named, file);
            } catch (NoLocks e) {
                channel.close();
                Files.deleteIfExists(file);
                return withoutLocks(named, real);
            } catch (IOException | RuntimeException e) {
                channel.close();
                throw e;
            }
        }
        throw new IOException("the file vanishes again and again");
    }

    /** The lock of the operating system. */
    private static FileLock ofSystem(FileChannel channel) throws NoLocks {
        try {
            return channel.tryLock();
        } catch (IOException e) {
            throw new NoLocks(e);
        }
    }

    /** The file system has no locks. */
    static final class NoLocks extends IOException {
        private static final long serialVersionUID = 1L;

        NoLocks(IOException cause) {
            super(cause);
        }
    }

    /**
     * Whether the file of that name is the open one: its length must change with it. Opening it for reading is not
     * possible, because on many systems closing a file that is open twice releases its lock.
     */
    private static boolean isSame(FileChannel channel, Path file) throws IOException {
        long length = LockHolder.MOST_BYTES + 1 + ThreadLocalRandom.current().nextInt(1 << 16);
        channel.write(ByteBuffer.allocate(1), length - 1);
        try {
            return Files.size(file) == length;
        } catch (NoSuchFileException e) {
            return false;
        }
    }

    /** A lock by the presence of a file: one process creates it, all others find it. */
    private static FolderLock withoutLocks(Path named, Path real) throws IOException {
        Path file = real.resolve(PRESENCE);
        if (isLeft(file)) {
            Files.deleteIfExists(file);
        }
        LockHolder own = LockHolder.current();
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
            own.writeTo(channel);
        } catch (FileAlreadyExistsException e) {
            throw takenWithoutLocks(named, file);
        }
        settle();
        if (!LockHolder.read(file).equals(Optional.of(own))) {
            throw takenWithoutLocks(named, file); // two processes found the same leftover, and the other one was later
        }
        return new FolderLock(real, file, null);
    }

    private static boolean isLeft(Path file) throws IOException {
        Optional<LockHolder> known = LockHolder.read(file);
        if (known.isPresent()) {
            return known.get().isGone();
        }
        try {
            // Its owner needs far less than a minute to write three lines, so an older file is a leftover.
            return Files.getLastModifiedTime(file)
                    .toInstant()
                    .isBefore(Instant.now().minus(Duration.ofMinutes(1)));
        } catch (NoSuchFileException e) {
            return false;
        }
    }

    private static void settle() throws IOException {
        try {
            Thread.sleep(SETTLE_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ClosedByInterruptException();
        }
    }

    private static Taken takenWithoutLocks(Path named, Path file) {
        return new Taken(taken(named, file).getMessage()
                + " (this file system has no locks: if that process no longer runs, remove " + file + ")");
    }

    private static Taken taken(Path named, Path file) {
        String who = LockHolder.read(file).map(LockHolder::inWords).orElse("");
        return new Taken("the folder " + named + " is being written by another eddp" + who
                + "; wait until it has finished, or name another folder");
    }

    /** Whether a file in a folder belongs to the lock of the folder, not to its content. */
    public static boolean isMark(Path file) {
        return Set.of(NAME, PRESENCE).contains(String.valueOf(file.getFileName()));
    }

    /** Releases the lock, if this thread holds it only once. */
    @Override
    public void close() {
        synchronized (HELD) {
            if (times == 0 || --times > 0) {
                return;
            }
            HELD.remove(folder);
            try (FileChannel open = channel) {
                Files.deleteIfExists(file); // still locked, so no other process can have taken it
            } catch (IOException e) {
                // A folder that has vanished, or became read-only: the lock ends with the channel.
            }
        }
    }

    /** Another process or thread is writing into the folder. */
    public static final class Taken extends FileFailure {
        private static final long serialVersionUID = 1L;

        Taken(String message) {
            super(message);
        }
    }
}
