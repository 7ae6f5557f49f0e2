package org.eddp.spark.remote;

import java.io.IOException;
import java.net.URI;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.ProviderMismatchException;
import java.nio.file.WatchEvent;
import java.nio.file.WatchKey;
import java.nio.file.WatchService;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.hadoop.fs.FileStatus;

/** A path in a remote file system. Names are joined and split as those of local paths with {@code /}. */
final class HadoopPath implements Path {
    private final HadoopFileSystem system;
    private final Path inner;
    /** What a listing said about the file; answers the next question about it, which saves a request for each file. */
    private final AtomicReference<FileStatus> listed = new AtomicReference<>();

    HadoopPath(HadoopFileSystem system, Path inner) {
        this.system = system;
        this.inner = inner;
    }

    /** The path that an operation was given, which must be one of these. */
    static HadoopPath of(Path path) {
        if (path instanceof HadoopPath own) {
            return own;
        }
        throw new ProviderMismatchException(path + " is not a remote path");
    }

    HadoopPath listed(FileStatus status) {
        listed.set(status);
        return this;
    }

    /** Null if there is none, or it was taken before. */
    FileStatus takeListed() {
        return listed.getAndSet(null);
    }

    private Path with(Path other) {
        return other == null ? null : new HadoopPath(system, other);
    }

    /** As Hadoop names it. */
    org.apache.hadoop.fs.Path hadoop() {
        return new org.apache.hadoop.fs.Path(
                system.root() + inner.toAbsolutePath().normalize());
    }

    @Override
    public HadoopFileSystem getFileSystem() {
        return system;
    }

    @Override
    public boolean isAbsolute() {
        return inner.isAbsolute();
    }

    @Override
    public Path getRoot() {
        return with(inner.getRoot());
    }

    @Override
    public Path getFileName() {
        return with(inner.getFileName());
    }

    @Override
    public Path getParent() {
        return with(inner.getParent());
    }

    @Override
    public int getNameCount() {
        return inner.getNameCount();
    }

    @Override
    public Path getName(int index) {
        return with(inner.getName(index));
    }

    @Override
    public Path subpath(int from, int to) {
        return with(inner.subpath(from, to));
    }

    @Override
    public boolean startsWith(Path other) {
        return other instanceof HadoopPath own && own.system == system && inner.startsWith(own.inner);
    }

    @Override
    public boolean endsWith(Path other) {
        return other instanceof HadoopPath own && inner.endsWith(own.inner);
    }

    @Override
    public Path normalize() {
        return with(inner.normalize());
    }

    /** A relative path may be one of this machine, as lists of files have them. */
    @Override
    public Path resolve(Path other) {
        return other.isAbsolute() ? other : with(inner.resolve(other.toString()));
    }

    @Override
    public Path relativize(Path other) {
        return with(inner.relativize(of(other).inner));
    }

    @Override
    public URI toUri() {
        return hadoop().toUri();
    }

    @Override
    public Path toAbsolutePath() {
        return isAbsolute() ? this : system.inside("/" + inner);
    }

    @Override
    public Path toRealPath(LinkOption... options) throws IOException {
        system.status(this);
        return toAbsolutePath().normalize();
    }

    @Override
    public WatchKey register(WatchService watcher, WatchEvent.Kind<?>[] events, WatchEvent.Modifier... modifiers) {
        throw new UnsupportedOperationException("remote folders are not watched");
    }

    @Override
    public int compareTo(Path other) {
        return toString().compareTo(of(other).toString());
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof HadoopPath own && own.system == system && inner.equals(own.inner);
    }

    @Override
    public int hashCode() {
        return inner.hashCode();
    }

    /** The address, or a relative path. */
    @Override
    public String toString() {
        return isAbsolute() ? system.root() + inner : inner.toString();
    }
}
