package org.eddp.spark.remote;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileContext;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Options.Rename;
import org.apache.hadoop.fs.StreamCapabilities;
import org.apache.hadoop.fs.UnsupportedFileSystemException;
import org.eddp.files.ProcessFolder;

/** Files that are being written: on this machine, until they are complete and are published under their own name. */
final class Drafts {
    private static final int BUFFER = 1 << 20;

    private final HadoopFileSystem system;
    private final Map<HadoopPath, Path> local = new ConcurrentHashMap<>();

    Drafts(HadoopFileSystem system) {
        this.system = system;
    }

    /** The local file of a draft; null if there is none of this name. */
    Path find(HadoopPath name) {
        return local.get(name);
    }

    Path begin(HadoopPath name) throws IOException {
        Path known = local.get(name);
        if (known == null) {
            known = Files.createTempFile(ProcessFolder.get(), "draft-", null);
            local.put(name, known);
        }
        return known;
    }

    /** @return whether there was one */
    boolean drop(HadoopPath name) throws IOException {
        Path known = local.remove(name);
        return known != null && Files.deleteIfExists(known);
    }

    /** Sends a draft; {@code target} is replaced as a whole or stays as it was. */
    void publish(HadoopPath name, HadoopPath target) throws IOException {
        Path draft = local.get(name);
        FileSystem store = system.hadoop();
        if (system.storesObjects()) { // a file appears when it is complete: a temporary name would only cost a copy
            send(store, draft, target.hadoop());
        } else {
            sendAndRename(store, draft, target.hadoop());
        }
        drop(name);
    }

    private static void sendAndRename(FileSystem store, Path draft, org.apache.hadoop.fs.Path target)
            throws IOException {
        FileContext context;
        try {
            context = FileContext.getFileContext(store.getUri(), store.getConf());
        } catch (UnsupportedFileSystemException e) {
            send(store, draft, target); // a store that Hadoop cannot rename in
            return;
        }
        org.apache.hadoop.fs.Path temporary =
                new org.apache.hadoop.fs.Path(target.getParent(), "." + target.getName() + ".tmp-" + UUID.randomUUID());
        try {
            send(store, draft, temporary);
            context.rename(temporary, target, Rename.OVERWRITE);
        } catch (IOException | RuntimeException e) {
            store.delete(temporary, false);
            throw e;
        }
    }

    private static void send(FileSystem store, Path draft, org.apache.hadoop.fs.Path target) throws IOException {
        FSDataOutputStream out = store.create(target, true);
        try (InputStream in = Files.newInputStream(draft)) {
            byte[] buffer = new byte[BUFFER];
            for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
                out.write(buffer, 0, n);
            }
        } catch (IOException | RuntimeException e) {
            if (out.hasCapability(StreamCapabilities.ABORTABLE_STREAM)) {
                out.abort(); // closing it would publish the part that was sent
            }
            throw e;
        }
        out.close();
        long sent = store.getFileStatus(target).getLen();
        if (sent != Files.size(draft)) {
            throw new IOException(sent + " of " + Files.size(draft) + " bytes have arrived");
        }
    }
}
