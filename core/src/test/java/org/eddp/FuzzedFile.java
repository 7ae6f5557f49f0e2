package org.eddp;

import com.sun.management.ThreadMXBean;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.eddp.failure.Failure;
import org.eddp.failure.InvalidInput;

/**
 * What every fuzz test asks of a reader, whatever the bytes: it takes them, or refuses them by one of our failures with a
 * message that names the file; it is done soon; and it takes no more memory than the file can be the reason for.
 */
public final class FuzzedFile {
    private static final Duration LONGEST = Duration.ofSeconds(5);
    /** What a reader may take whatever the file: buffers, tables of decoders, the pixels of the largest picture allowed. */
    private static final long ALWAYS_FINE = 32L << 20;
    /** Above that: bytes of memory, used again or not, per byte of the file. */
    private static final long MOST_GROWTH = 512;

    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private static final Path ROOT = temporary();

    private FuzzedFile() {}

    private static Path temporary() {
        try {
            Path root = Files.createTempDirectory("eddp-fuzz");
            Runtime.getRuntime().addShutdownHook(new Thread(() -> delete(root)));
            return root;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void delete(Path root) {
        try (Stream<Path> all = Files.walk(root)) {
            for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(path);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A folder that lasts as long as this process, for files that are the same for all inputs of a target. */
    public static Path folder(String name) {
        try {
            return Files.createDirectories(ROOT.resolve(name));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Writes a file beside others, for readers that need more than one. */
    public static Path write(Path file, byte[] content) {
        try {
            Files.createDirectories(file.getParent());
            return Files.write(file, content);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Gives a file of this name and content to a reader, and checks what becomes of it. */
    public static void check(String name, byte[] content, Consumer<Path> reader) {
        check(ROOT.resolve(name), content, reader);
    }

    /** The same for a file in {@linkplain #folder a folder}; where files disagree, the message may name another one of them. */
    public static void check(Path file, byte[] content, Consumer<Path> reader) {
        write(file, content);
        long most = ALWAYS_FINE + MOST_GROWTH * content.length;
        // The first time is also that of loading classes, which is not the reader's doing.
        if (cost(file, reader) > most) {
            long memory = cost(file, reader);
            if (memory > most) {
                throw new AssertionError(
                        "took " + memory + " bytes of memory for a file of " + content.length + ", more than " + most);
            }
        }
    }

    /**
     * The same for a file with a program. Its loops may allocate and free memory again and again, so only memory that is in use at
     * the same time is limited: by the heap.
     */
    public static void checkProgram(String name, byte[] content, Consumer<Path> reader) {
        cost(write(ROOT.resolve(name), content), reader);
    }

    /** Reads once; how much memory was allocated meanwhile. */
    private static long cost(Path file, Consumer<Path> reader) {
        long begin = THREADS.getCurrentThreadCpuTime();
        long before = THREADS.getCurrentThreadAllocatedBytes();
        try {
            reader.accept(file);
        } catch (RuntimeException e) {
            checkFailure(file, e);
        }
        long memory = THREADS.getCurrentThreadAllocatedBytes() - before;
        Duration time = Duration.ofNanos(THREADS.getCurrentThreadCpuTime() - begin);
        if (time.compareTo(LONGEST) > 0) {
            throw new AssertionError("took " + time.toMillis() + " ms of computing");
        }
        return memory;
    }

    private static void checkFailure(Path file, RuntimeException e) {
        for (Throwable cause = e; cause != null; cause = cause.getCause()) {
            if (cause instanceof OutOfMemoryError) {
                throw new AssertionError("the heap was full before a limit was reached", e);
            }
        }
        if (!(e instanceof Failure) || e instanceof InvalidInput) { // those do not say which file it is
            throw e;
        }
        String message = String.valueOf(e.getMessage());
        boolean beside = !file.getParent().equals(ROOT)
                && message.contains(file.getParent().toString());
        if (!beside && !message.contains(file.getFileName().toString())) {
            throw new AssertionError("the message does not name " + file.getFileName() + ": " + message, e);
        }
    }
}
