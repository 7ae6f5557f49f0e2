package org.eddp.tensor;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import org.bytedeco.javacpp.Loader;
import org.bytedeco.openblas.global.openblas_full;
import org.bytedeco.pytorch.global.torch;

/**
 * Extracts and loads the engine's native libraries.
 *
 * <p>JavaCPP searches the whole class path for about twenty libraries that may exist on a machine with a graphics card,
 * which takes more time than loading the engine. A program that needs none of them sets {@value #SEARCH}{@code =false};
 * the libraries are then loaded from the cache in the order in which they need each other. This is known for Linux;
 * elsewhere, or if one is missing, JavaCPP searches as usual.
 */
final class NativeLibraries {
    /** JavaCPP's property: whether it looks for native libraries itself. */
    static final String SEARCH = "org.bytedeco.javacpp.loadlibraries";

    private static final String[] JAVACPP = {"libjnijavacpp.so"};
    private static final String[] OPENBLAS = {
        "libgcc_s.so.1", "libquadmath.so.0", "libgfortran.so.5", "libopenblas.so.0", "libjniopenblas_full.so"
    };
    private static final String[] PYTORCH = {
        "libgomp.so.1", "libc10.so", "libtorch_cpu.so", "libtorch.so", "libjnitorch.so"
    };

    private NativeLibraries() {}

    /**
     * Extracts what is not in the cache yet, and loads it.
     *
     * @throws UnsatisfiedLinkError if there are no libraries for this platform
     */
    static void load() {
        List<File> files = new ArrayList<>();
        boolean complete = extract("javacpp", JAVACPP, files)
                & extract("openblas", OPENBLAS, files)
                & extract("pytorch", PYTORCH, files);
        if (complete && !Loader.isLoadLibraries()) {
            files.forEach(file -> System.load(file.getPath()));
        } else {
            System.clearProperty(SEARCH);
            Loader.load(openblas_full.class);
            Loader.load(torch.class);
        }
    }

    /** Whether all of {@code names} are in the cache now; adds them to {@code files}. */
    private static boolean extract(String library, String[] names, List<File> files) {
        try {
            File[] folders = Loader.cacheResources("/org/bytedeco/" + library + "/" + Loader.getPlatform() + "/");
            for (String name : names) {
                File file = folders.length == 1 ? new File(folders[0], name) : null;
                if (file == null || !file.isFile()) {
                    return false;
                }
                files.add(file.getAbsoluteFile());
            }
            return true;
        } catch (IOException e) {
            throw new UncheckedIOException(
                    "cannot extract the native libraries of " + library + " to the cache; is the disk full? ("
                            + e.getMessage() + ")",
                    e);
        }
    }
}
