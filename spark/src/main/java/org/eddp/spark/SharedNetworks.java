package org.eddp.spark;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.Supplier;
import org.eddp.files.FileFailure;
import org.eddp.images.input.Preprocessing;
import org.eddp.network.Network;
import org.eddp.network.Network.ImageInput;
import org.eddp.network.load.Networks;

/**
 * The networks that are open in this process. Tasks and transformers share one network per file; the digest identifies the file.
 * A network that is not in use stays open for the next task, until another network is opened.
 */
final class SharedNetworks {
    /** Those of this process. */
    static final SharedNetworks HERE = new SharedNetworks();

    private final List<Entry> open = new ArrayList<>();
    private final Map<Path, Known> digests = new HashMap<>();

    static {
        liftLimits();
    }

    /** JavaCPP counts memory outside of the heap against the size of the heap; on a cluster Spark limits it. Before the engine starts. */
    static void liftLimits() {
        for (String limit : List.of("maxBytes", "maxPhysicalBytes")) {
            String name = "org.bytedeco.javacpp." + limit;
            if (System.getProperty(name) == null) {
                System.setProperty(name, "0");
            }
        }
    }

    /** The digest of a file as it was at some time. */
    private record Known(long bytes, long time, String digest) {}

    /** An open network. */
    private static final class Entry {
        private final String digest;
        private final String output;
        private final ImageInput declared;
        private final Network network;
        private final Map<Object, Object> prepared = new ConcurrentHashMap<>();
        private int users;

        private Entry(String digest, String output, ImageInput declared, Network network) {
            this.digest = digest;
            this.output = output;
            this.declared = declared;
            this.network = network;
        }

        private boolean isFor(Preprocessing preprocessing) {
            ImageInput input = network.input();
            return input.height() == preprocessing.cropHeight() && input.width() == preprocessing.cropWidth();
        }
    }

    /** The right to use a network, until it is closed. */
    final class Lease implements AutoCloseable {
        private final Entry entry;
        private final Preprocessing preprocessing;
        private boolean closed;

        private Lease(Entry entry, Preprocessing preprocessing) {
            this.entry = entry;
            this.preprocessing = preprocessing;
            entry.users++;
        }

        Network network() {
            return entry.network;
        }

        Preprocessing preprocessing() {
            return preprocessing;
        }

        /** Values computed from the network once, for all tasks. */
        @SuppressWarnings("unchecked") // what a key stands for is made by the same code
        <T> T prepared(Object key, Supplier<T> make) {
            return (T) entry.prepared.computeIfAbsent(key, k -> make.get());
        }

        @Override
        public void close() {
            synchronized (SharedNetworks.this) {
                if (!closed) {
                    closed = true;
                    entry.users--;
                }
            }
        }
    }

    /**
     * Opens a network, or shares an open one.
     *
     * @param output which of several outputs has the logits, null if there is only one
     * @param choice of the preprocessing
     */
    synchronized Lease open(Path file, String output, Function<ImageInput, Preprocessing> choice) {
        String digest = digest(file);
        for (Entry entry : open) {
            if (entry.digest.equals(digest) && Objects.equals(entry.output, output)) {
                Preprocessing preprocessing = choice.apply(entry.declared);
                if (entry.isFor(preprocessing)) {
                    return new Lease(entry, preprocessing);
                }
            }
        }
        closeUnused();
        Network found = Networks.load(file, output);
        ImageInput declared = found.input();
        Preprocessing preprocessing = choice.apply(declared);
        Network fitting = Networks.fit(found, file, preprocessing.cropHeight(), preprocessing.cropWidth(), output);
        Entry entry = new Entry(digest, output, declared, fitting);
        open.add(entry);
        return new Lease(entry, preprocessing);
    }

    private void closeUnused() {
        open.removeIf(entry -> {
            if (entry.users == 0) {
                entry.network.close();
            }
            return entry.users == 0;
        });
    }

    /** Networks that are open now. */
    synchronized int count() {
        return open.size();
    }

    /** Large files are read once, as long as they do not change. */
    private String digest(Path file) {
        try {
            long bytes = Files.size(file);
            long time = Files.getLastModifiedTime(file).toMillis();
            Path key = file.toAbsolutePath().normalize();
            Known known = digests.get(key);
            if (known == null || known.bytes() != bytes || known.time() != time) {
                known = new Known(bytes, time, Networks.digest(file));
                digests.put(key, known);
            }
            return known.digest();
        } catch (IOException e) {
            throw FileFailure.reading(file, e);
        }
    }
}
