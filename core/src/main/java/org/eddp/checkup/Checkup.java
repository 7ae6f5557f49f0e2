package org.eddp.checkup;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;
import org.eddp.files.FileFailure;
import org.eddp.files.Version;
import org.eddp.reference.ReferenceCheck;
import org.eddp.tensor.Engine;

/** Checks the requirements of the program on this machine. */
public final class Checkup {
    private static final long MEGABYTE = 1 << 20;
    private static final long LEAST_HEAP = 256 * MEGABYTE;
    private static final long LEAST_SPACE = 512 * MEGABYTE;

    private final Path home;
    private final Supplier<ReferenceCheck.Result> numbers;
    private final List<CheckResult> findings = new ArrayList<>();

    private Checkup(Path home, Supplier<ReferenceCheck.Result> numbers) {
        this.home = home;
        this.numbers = numbers;
    }

    /**
     * Checks the machine.
     *
     * @param results folder that results go to
     */
    public static List<CheckResult> of(Path results) {
        return of(results, Engine::nativeCache, ReferenceCheck::run);
    }

    /** The folder of the extracted native libraries. */
    @FunctionalInterface
    interface Cache {
        Path folder() throws IOException;
    }

    static List<CheckResult> of(Path results, Cache cache, Supplier<ReferenceCheck.Result> numbers) {
        Checkup checkup = new Checkup(Path.of(System.getProperty("user.home")), numbers);
        checkup.program();
        checkup.memory();
        boolean extracted = checkup.nativeCache(cache);
        checkup.folder("disk", results, "free some space, or write results to another disk");
        checkup.folder(
                "temporary files",
                Path.of(System.getProperty("java.io.tmpdir")),
                "free some space, or name another folder with -Djava.io.tmpdir");
        if (extracted) {
            checkup.engine();
        }
        return checkup.findings;
    }

    private void program() {
        add(CheckResult.good("eddp", Version.current()));
        add(CheckResult.good(
                "system", property("os.name") + " " + property("os.version") + ", " + property("os.arch")));
        int version = Runtime.version().feature();
        add(CheckResult.of(
                version >= 17,
                "java",
                property("java.runtime.version") + ", " + property("java.vm.name") + ", " + property("java.vendor"),
                "install Java 17 or newer"));
    }

    private void memory() {
        long heap = Runtime.getRuntime().maxMemory();
        add(CheckResult.of(
                heap >= LEAST_HEAP,
                "memory",
                Machine.memory() + "Java heap " + megabytes(heap),
                "give Java " + megabytes(LEAST_HEAP) + " or more"));
        add(CheckResult.good("cores", Integer.toString(Runtime.getRuntime().availableProcessors())));
        add(CheckResult.good(
                "environment",
                "OMP_WAIT_POLICY " + Machine.environment("OMP_WAIT_POLICY") + ", OPENBLAS_NUM_THREADS "
                        + Machine.environment("OPENBLAS_NUM_THREADS")));
    }

    private boolean nativeCache(Cache cache) {
        String advice =
                "free some space, make the folder writable, or name another with" + " -Dorg.bytedeco.javacpp.cachedir";
        try {
            return folder("native cache", cache.folder(), advice);
        } catch (IOException e) {
            return add(CheckResult.bad("native cache", "cannot be used: " + withoutHome(reason(e)), advice));
        }
    }

    /** Free space in a folder, and whether it is writable. */
    private boolean folder(String name, Path folder, String advice) {
        String what = withoutHome(folder.toString());
        try {
            long space = Files.getFileStore(folder).getUsableSpace();
            Path written = Files.createTempFile(folder, "eddp-doctor", null);
            try {
                Files.write(written, new byte[1 << 16]);
            } finally {
                Files.deleteIfExists(written);
            }
            return add(CheckResult.of(space >= LEAST_SPACE, name, what + ": " + megabytes(space) + " free", advice));
        } catch (IOException e) {
            return add(CheckResult.bad(name, what + " cannot be written: " + withoutHome(reason(e)), advice));
        }
    }

    private void engine() {
        try {
            add(CheckResult.good("engine", "libtorch " + Engine.version()));
            ReferenceCheck.Result result = numbers.get();
            add(CheckResult.of(
                    result.isPassed(),
                    "numbers",
                    String.format(
                            Locale.ROOT,
                            "%d quantities against golden values: largest relative error %.1e in double, %.1e in float",
                            result.quantities(),
                            result.errorInDouble(),
                            result.errorInFloat()),
                    "do not trust results of this machine; report this"));
        } catch (RuntimeException | LinkageError e) {
            Throwable root = e;
            while (root.getCause() != null) {
                root = root.getCause();
            }
            add(CheckResult.bad(
                    "engine",
                    "does not work: " + withoutHome(String.valueOf(root.getMessage())),
                    "remove the native cache and try again; report this if it stays"));
        }
    }

    private boolean add(CheckResult finding) {
        findings.add(finding);
        return finding.good();
    }

    /** Replaces the path of the home folder by {@code ~}, because it may contain the user's name. */
    private String withoutHome(String text) {
        return home.getNameCount() == 0 ? text : text.replace(home.toString(), "~");
    }

    private static String reason(IOException e) {
        return FileFailure.reason(e);
    }

    private static String property(String name) {
        return System.getProperty(name, "unknown");
    }

    static String megabytes(long bytes) {
        return bytes / MEGABYTE + " MB";
    }

    /**
     * The result of one check.
     *
     * @param name of the check
     * @param found in words
     * @param good whether it passed
     *
     * @param advice if it did not pass; otherwise empty
     */
    public record CheckResult(String name, String found, boolean good, String advice) {
        static CheckResult good(String name, String found) {
            return new CheckResult(name, found, true, "");
        }

        static CheckResult bad(String name, String found, String advice) {
            return new CheckResult(name, found, false, advice);
        }

        /** Good or bad. */
        static CheckResult of(boolean good, String name, String found, String advice) {
            return good ? good(name, found) : bad(name, found, advice);
        }
    }
}
