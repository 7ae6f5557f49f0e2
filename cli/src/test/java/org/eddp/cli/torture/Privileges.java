package org.eddp.cli.torture;

import java.io.IOException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** What this user may do on this machine. */
final class Privileges {
    private static final int PAGE = 4096;

    private Privileges() {}

    /** What goes before a command so that file permissions hold for it: nothing, unless this is the superuser. */
    static List<String> withoutPrivileges() {
        List<String> prefix = List.of("setpriv", "--bounding-set", "-dac_override,-dac_read_search");
        return isSuperuser() && succeeds(prefix, "true") ? prefix : List.of();
    }

    /** Whether permissions can keep a process started by {@link #withoutPrivileges} from writing. */
    static boolean canProtect() {
        return !isSuperuser() || !withoutPrivileges().isEmpty();
    }

    static boolean isSuperuser() {
        return "root".equals(System.getProperty("user.name"));
    }

    /** Runs a command of the system and waits for it. */
    static boolean succeeds(List<String> prefix, String... words) {
        List<String> command = new ArrayList<>(prefix);
        command.addAll(List.of(words));
        try {
            Process process = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
            return process.waitFor() == 0;
        } catch (IOException e) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /** How a full disk is made here, in words. */
    static String fullDisk() {
        return isSuperuser()
                ? "a file system in memory with room for a part of the results (ulimit -f if it cannot be mounted)"
                : "no file longer than a part of the longest result (ulimit -f)";
    }

    /** How a folder becomes read-only here, in words. */
    static String readOnly() {
        return canProtect()
                ? "permissions of the folders"
                : "not possible here: permissions do not hold for the superuser, and there is no setpriv";
    }

    /** A file system in memory of that many pages, mounted on a folder; false if that is not possible here. */
    static boolean mount(Path folder, long pages) {
        return isSuperuser()
                && succeeds(List.of(), "mount", "-t", "tmpfs", "-o", size(pages), "eddp-torture", folder.toString());
    }

    /** How many pages of it are taken. */
    static long used(Path folder) throws IOException {
        FileStore store = Files.getFileStore(folder);
        return (store.getTotalSpace() - store.getUnallocatedSpace()) / PAGE;
    }

    /** Gives it another size. */
    static void resize(Path folder, long pages) {
        if (!succeeds(List.of(), "mount", "-o", "remount," + size(pages), folder.toString())) {
            throw new IllegalStateException("cannot give " + folder + " another size");
        }
    }

    static void unmount(Path folder) {
        if (!succeeds(List.of(), "umount", folder.toString())) {
            throw new IllegalStateException("cannot unmount " + folder);
        }
    }

    private static String size(long pages) {
        return "size=" + Math.max(1, pages) * PAGE;
    }
}
