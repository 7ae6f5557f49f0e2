package org.eddp.files;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.ThreadLocalRandom;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Names of temporary files, {@code .<name>.tmp-<process id>-<random>}, and the removal of those that a killed process
 * left behind.
 */
final class TemporaryFiles {
    /** Age of a leftover: process ids are reused, and no write takes a day. */
    private static final Duration OLD = Duration.ofDays(1);

    private TemporaryFiles() {}

    /** A name that no other process, thread or call uses. The random part never reaches a result. */
    static String nameFor(String name) {
        return prefix(name)
                + ProcessHandle.current().pid()
                + "-"
                + String.format("%016x", ThreadLocalRandom.current().nextLong());
    }

    private static String prefix(String name) {
        return "." + name + ".tmp-";
    }

    /**
     * Deletes the leftovers of earlier writes of {@code name}: those of processes that no longer run on this machine,
     * and those older than a day. Best effort: a leftover does no harm.
     */
    static void sweep(Path folder, String name, Instant now) {
        Pattern leftover = Pattern.compile(Pattern.quote(prefix(name)) + "([0-9]{1,18})-[0-9a-f]+");
        try (DirectoryStream<Path> files = Files.newDirectoryStream(
                folder, f -> leftover.matcher(fileName(f)).matches())) {
            for (Path file : files) {
                Matcher parts = leftover.matcher(fileName(file));
                if (parts.matches() && (!isAlive(Long.parseLong(parts.group(1))) || isOld(file, now))) {
                    Files.deleteIfExists(file);
                }
            }
        } catch (IOException | DirectoryIteratorException e) {
            // The write itself reports an unusable folder.
        }
    }

    private static String fileName(Path file) {
        return file.getFileName().toString();
    }

    private static boolean isAlive(long processId) {
        return ProcessHandle.of(processId).map(ProcessHandle::isAlive).orElse(false);
    }

    private static boolean isOld(Path file, Instant now) throws IOException {
        return Files.getLastModifiedTime(file).toInstant().isBefore(now.minus(OLD));
    }
}
