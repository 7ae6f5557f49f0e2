package org.eddp.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalLong;
import org.eddp.tensor.Engine;

/**
 * How much memory a piece of work needs at its peak, as the system sees it.
 *
 * <p>The kernel keeps the largest resident set a process has had (VmHWM) and sets that mark back to the current
 * resident set when "5" is written to {@code /proc/self/clear_refs}. The peak of a task is the mark after it minus the
 * resident set before it. Freed memory that the allocator still holds would hide allocations of the task, so the Java
 * heap is collected and the allocator returns free memory first. Only Linux has these files.
 */
public final class ResidentMemory {
    private static final Path CLEAR = Path.of("/proc/self/clear_refs");
    private static final Path STATUS = Path.of("/proc/self/status");

    private ResidentMemory() {}

    /** Runs a task and returns the bytes its peak lay above what was resident before, if the system can tell. */
    static OptionalLong peakOf(Runnable task) {
        long[] before = new long[1];
        OptionalLong mark = markOf(task, before);
        return mark.isPresent() ? OptionalLong.of(Math.max(0, mark.getAsLong() - before[0])) : mark;
    }

    /** Runs a task and returns the most bytes that were resident meanwhile, all of the process, if the system can tell. */
    static OptionalLong markOf(Runnable task) {
        return markOf(task, new long[1]);
    }

    private static OptionalLong markOf(Runnable task, long[] before) {
        System.gc();
        Engine.trimMemory();
        try {
            Files.writeString(CLEAR, "5");
            before[0] = bytes("VmRSS:");
        } catch (IOException e) {
            task.run();
            return OptionalLong.empty();
        }
        task.run();
        try {
            return OptionalLong.of(bytes("VmHWM:"));
        } catch (IOException e) {
            return OptionalLong.empty();
        }
    }

    /** Bytes resident after a collection of the Java heap, with what the allocator could return given back; 0 if unknown. */
    public static long settled() {
        System.gc();
        Engine.trimMemory();
        try {
            return bytes("VmRSS:");
        } catch (IOException e) {
            return 0;
        }
    }

    private static long bytes(String field) throws IOException {
        for (String line : Files.readAllLines(STATUS)) {
            if (line.startsWith(field)) {
                return Long.parseLong(line.replaceAll("\\D", "")) << 10;
            }
        }
        throw new IOException(STATUS + " has no " + field);
    }
}
