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
 * Who has the right to write into a folder, as its lock file says it: {@code process <id>}, {@code machine <name>} and
 * {@code since <instant>}, a line each.
 *
 * @param process its id
 * @param machine name of the machine it runs on
 * @param since when it started, which tells it from a later process of the same id; empty if the system does not say
 */
record Owner(long process, String machine, String since) {
    /** A lock file is three short lines; anything longer is something else. */
    static final int MOST_BYTES = 1024;

    static Owner current() {
        ProcessHandle self = ProcessHandle.current();
        return new Owner(self.pid(), thisMachine(), start(self));
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

    /** What a lock file says; nothing if it is not there, is still being written, or is something else. */
    static Optional<Owner> read(Path file) {
        try {
            if (!Files.isRegularFile(file) || Files.size(file) > MOST_BYTES) {
                return Optional.empty();
            }
            List<String> lines = Files.readAllLines(file);
            if (lines.size() < 3) {
                return Optional.empty();
            }
            return Optional.of(new Owner(
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

    /** Whether it certainly runs no longer; of other machines that is not known. */
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
