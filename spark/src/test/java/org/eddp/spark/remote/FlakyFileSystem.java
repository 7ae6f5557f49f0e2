package org.eddp.spark.remote;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.nio.file.Files;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Abortable;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.apache.hadoop.fs.StreamCapabilities;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.util.Progressable;

/**
 * An object store in a folder, {@code flaky://box/PATH}: a file appears when its stream is closed, even if only a part of
 * it was written, and never is renamed. Requests fail when a test says so.
 */
public final class FlakyFileSystem extends RawLocalFileSystem {
    static final String ROOT = "flaky://box";

    /** Writes until one fails; none while negative. */
    static final AtomicInteger WRITES = new AtomicInteger(-1);

    /** Files that can be opened until one cannot; all while negative. */
    static final AtomicInteger READS = new AtomicInteger(-1);

    @Override
    public void initialize(URI address, Configuration settings) throws IOException {
        super.initialize(address, settings);
    }

    @Override
    public URI getUri() {
        return URI.create(ROOT);
    }

    @Override
    public String getScheme() {
        return "flaky";
    }

    private static void count(AtomicInteger left, String what) throws IOException {
        if (left.get() >= 0 && left.getAndDecrement() == 0) {
            throw new IOException(what);
        }
    }

    @Override
    public FSDataInputStream open(Path file, int buffer) throws IOException {
        count(READS, "503 Slow Down");
        return super.open(file, buffer);
    }

    @Override
    public boolean rename(Path from, Path to) {
        throw new AssertionError("an object store copies to rename");
    }

    @Override
    public FSDataOutputStream create(
            Path file,
            FsPermission rights,
            boolean overwrite,
            int buffer,
            short copies,
            long block,
            Progressable progress)
            throws IOException {
        return new FSDataOutputStream(new Upload(pathToFile(file).toPath()), null);
    }

    @Override
    public FSDataOutputStream create(
            Path file, boolean overwrite, int buffer, short copies, long block, Progressable progress)
            throws IOException {
        return create(file, null, overwrite, buffer, copies, block, progress);
    }

    /** What is written becomes the file at the end. */
    private static final class Upload extends OutputStream implements Abortable, StreamCapabilities {
        private final ByteArrayOutputStream content = new ByteArrayOutputStream();
        private final java.nio.file.Path file;
        private boolean over;

        Upload(java.nio.file.Path file) {
            this.file = file;
        }

        @Override
        public void write(int b) {
            content.write(b);
        }

        @Override
        public void write(byte[] bytes, int from, int count) throws IOException {
            content.write(bytes, from, count / 2);
            count(WRITES, "the connection was lost");
            content.write(bytes, from + count / 2, count - count / 2);
        }

        @Override
        public void close() throws IOException {
            if (!over) {
                over = true;
                Files.createDirectories(file.getParent());
                Files.write(file, content.toByteArray());
            }
        }

        @Override
        public AbortableResult abort() {
            over = true;
            return null;
        }

        @Override
        public boolean hasCapability(String name) {
            return name.equals(StreamCapabilities.ABORTABLE_STREAM);
        }
    }
}
