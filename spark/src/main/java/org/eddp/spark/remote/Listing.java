package org.eddp.spark.remote;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.NoSuchElementException;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.RemoteIterator;

/** The files of a folder, page by page as the store lists them. */
final class Listing implements DirectoryStream<Path>, Iterator<Path> {
    private final HadoopPath folder;
    private final RemoteIterator<FileStatus> files;
    private final Filter<? super Path> filter;
    private Path next;

    Listing(HadoopPath folder, RemoteIterator<FileStatus> files, Filter<? super Path> filter) {
        this.folder = folder;
        this.files = files;
        this.filter = filter;
    }

    @Override
    public Iterator<Path> iterator() {
        return this;
    }

    @Override
    public boolean hasNext() {
        try {
            while (next == null && files.hasNext()) {
                FileStatus status = files.next();
                HadoopPath file = HadoopPath.of(folder.resolve(status.getPath().getName()))
                        .listed(status);
                next = filter.accept(file) ? file : null;
            }
            return next != null;
        } catch (IOException e) {
            throw new DirectoryIteratorException(e);
        }
    }

    @Override
    public Path next() {
        if (!hasNext()) {
            throw new NoSuchElementException();
        }
        Path found = next;
        next = null;
        return found;
    }

    @Override
    public void close() {
        // holds nothing
    }
}
