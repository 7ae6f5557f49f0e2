package org.eddp.files;

import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * The owner of a folder lock, as written in the lock file: {@code process <id>}, {@code machine <name>} and
 * {@code since <instant>}, a line each.
 *
 * @param process its id
 * @param machine name of the machine it runs on
 * @param since its start, to distinguish it from a later process of the same id; empty if unknown
 */
record LockHolder(long process, String machine, String since) {
    /** Largest length of a lock file, which has three short lines. */
    static final int MOST_BYTES = 1024;

    static LockHolder current() {
        ProcessHandle self = ProcessHandle.current();
        return new LockHolder(self.pid(), thisMachine(), start(self));
    }

    private static String start(ProcessHandle process) {
        return process.info().startInstant().map(Object::toString).orElse("");
    }

    private static String thisMachine() {
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException e) {
            return "localhost";
        }
    }

    /** The content of a lock file; empty if it is missing, incomplete or invalid. */
    static Optional<LockHolder> read(Path file) {
        try {
            if (!Files.isRegularFile(file) || Files.size(file) > MOST_BYTES) {
                return Optional.empty();
            }
            List<String> lines = Files.readAllLines(file);
            if (lines.size() < 3) {
                return Optional.empty();
            }
            return Optional.of(new LockHolder(
                    Long.parseLong(value(lines.get(0), "process ")),
                    value(lines.get(1), "machine "),
                    value(lines.get(2), "since ")));
        } catch (IOException | NumberFormatException e) {
            return Optional.empty();
        }
    }

    private static String value(String line, String name) {
        return line.startsWith(name) ? line.substring(name.length()).strip() : "";
    }

    void writeTo(FileChannel channel) throws IOException {
        String text = "process " + process + "\nmachine " + machine + "\nsince " + since + "\n";
        ByteBuffer bytes = ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
        channel.truncate(0);
        long at = 0;
        while (bytes.hasRemaining()) {
            at += channel.write(bytes, at);
        }
        channel.force(false);
    }

    /** Whether the process certainly no longer runs; unknown for other machines. */
    boolean isGone() {
        if (!machine.equals(thisMachine())) {
            return false;
        }
        Optional<ProcessHandle> found = ProcessHandle.of(process).filter(ProcessHandle::isAlive);
        return found.isEmpty() || (!since.isEmpty() && !since.equals(start(found.get())));
    }

    String inWords() {
        return " (process " + process + " on " + machine + (since.isEmpty() ? "" : ", started " + since) + ")";
    }
}
