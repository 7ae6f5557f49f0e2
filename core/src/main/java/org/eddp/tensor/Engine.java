package org.eddp.tensor;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import org.bytedeco.javacpp.Loader;
import org.bytedeco.javacpp.Pointer;
import org.bytedeco.openblas.global.openblas_full;
import org.bytedeco.pytorch.global.torch;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Starts libtorch.
 *
 * <p>The native libraries are extracted to JavaCPP's cache <em>before</em> any engine class is initialised. By default
 * JavaCPP extracts each library while it is being linked. On a cold cache, an incomplete set can then be mapped
 * together with another libtorch of the system, and the process crashes. One process at a time extracts
 * ({@link CacheLock}), because several often start together on one machine, and none may load incomplete files of
 * another.
 */
public final class Engine {
    private static final Logger LOG = LoggerFactory.getLogger(Engine.class);

    private Engine() {}

    /** Loads the engine if that has not happened yet; cheap afterwards. Every other class here calls it. */
    public static void start() {
        Started.touch();
    }

    /** Which libtorch this is, and the instructions of the processor it uses, for example "2.10.0-1.5.13, AVX2". */
    public static String version() {
        start();
        String release;
        try {
            release = Loader.getVersion("org.bytedeco", "pytorch");
        } catch (IOException e) {
            release = "of unknown version"; // the jar that says it was repackaged
        }
        return release + ", " + torch.get_cpu_capability().getString();
    }

    /**
     * The folder that the native libraries are extracted to; does not load them.
     *
     * @throws IOException if there is none that can be written
     */
    public static Path nativeCache() throws IOException {
        NativeCache.choose();
        return Loader.getCacheDir().toPath();
    }

    /** Initialised once by the class loader, which makes the start thread-safe. */
    private static final class Started {
        static {
            chooseCache();
            try (CacheLock lock = CacheLock.take()) {
                load();
            }
            setThreads(1);
            if (System.getenv("OMP_WAIT_POLICY") == null) {
                LOG.warn("OMP_WAIT_POLICY is not set to passive; idle engine threads may spin on a busy machine");
            }
        }

        private static void touch() {}

        private static void chooseCache() {
            try {
                NativeCache.choose();
            } catch (IOException e) {
                throw new UncheckedIOException(
                        "there is no folder to extract native libraries to: neither the home nor the folder for"
                                + " temporary files can be written (" + e.getMessage() + ")",
                        e);
            }
        }

        private static void load() {
            try {
                NativeLibraries.load();
            } catch (UnsatisfiedLinkError e) {
                UnsatisfiedLinkError said = new UnsatisfiedLinkError("the engine's native libraries for "
                        + Loader.getPlatform() + " cannot be loaded (" + e.getMessage()
                        + "); have javacpp, openblas and pytorch of org.bytedeco with the classifier "
                        + Loader.getPlatform()
                        + " on the class path, in the versions of eddp-bom");
                said.addSuppressed(e);
                throw said;
            }
        }
    }

    /**
     * Sets how many threads one engine operation may use. The product keeps 1 and parallelises over tiles; benchmarks
     * give the plain implementation all cores. Products take the number process-wide, other operations on the calling
     * thread.
     */
    public static void setOperationThreads(int threads) {
        if (threads < 1) {
            throw new IllegalArgumentException("threads = " + threads + " must be at least 1");
        }
        start();
        setThreads(threads);
    }

    private static void setThreads(int threads) {
        torch.set_num_threads(threads);
        openblas_full.openblas_set_num_threads(threads);
    }

    /** Memory of this process that is in use right now, tensors included. */
    public static long residentBytes() {
        start();
        return Pointer.physicalBytes();
    }

    /** Gives memory that was freed but is still held by the allocator back to the system, where that is possible. */
    public static void trimMemory() {
        start();
        Pointer.trimMemory();
    }
}
