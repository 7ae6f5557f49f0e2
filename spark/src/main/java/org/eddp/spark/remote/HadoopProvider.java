package org.eddp.spark.remote;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.URI;
import java.nio.channels.FileChannel;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.AccessMode;
import java.nio.file.CopyOption;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileStore;
import java.nio.file.FileSystem;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.FileAttributeView;
import java.nio.file.spi.FileSystemProvider;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.fs.FileStatus;

/** What {@link Files} does with remote paths. Operations that features do not need are refused. */
final class HadoopProvider extends FileSystemProvider {
    static final HadoopProvider INSTANCE = new HadoopProvider();

    private HadoopProvider() {}

    @Override
    public String getScheme() {
        return "hadoop";
    }

    @Override
    public FileSystem newFileSystem(URI uri, Map<String, ?> settings) {
        throw unsupported("file systems are made from addresses");
    }

    @Override
    public FileSystem getFileSystem(URI uri) {
        throw unsupported("file systems are made from addresses");
    }

    @Override
    public Path getPath(URI uri) {
        throw unsupported("paths are made from addresses");
    }

    private static UnsupportedOperationException unsupported(String what) {
        return new UnsupportedOperationException(what);
    }

    @Override
    public SeekableByteChannel newByteChannel(Path path, Set<? extends OpenOption> options, FileAttribute<?>... as)
            throws IOException {
        return newFileChannel(path, options, as);
    }

    /** For writing, a draft; the caller moves it to its own name. */
    @Override
    public FileChannel newFileChannel(Path path, Set<? extends OpenOption> options, FileAttribute<?>... attributes)
            throws IOException {
        HadoopPath file = HadoopPath.of(path);
        Drafts drafts = file.getFileSystem().drafts();
        if (options.contains(StandardOpenOption.WRITE)) {
            return FileChannel.open(drafts.begin(file), StandardOpenOption.WRITE, StandardOpenOption.TRUNCATE_EXISTING);
        }
        Path draft = drafts.find(file);
        if (draft != null) {
            return FileChannel.open(draft, StandardOpenOption.READ);
        }
        FileStatus status = file.getFileSystem().status(file);
        if (status.isDirectory()) {
            throw new IOException("Is a directory");
        }
        return new RemoteChannel(file.getFileSystem().hadoop().open(file.hadoop()), status.getLen());
    }

    @Override
    public InputStream newInputStream(Path path, OpenOption... options) throws IOException {
        HadoopPath file = HadoopPath.of(path);
        Path draft = file.getFileSystem().drafts().find(file);
        try {
            return draft != null
                    ? Files.newInputStream(draft)
                    : file.getFileSystem().hadoop().open(file.hadoop());
        } catch (FileNotFoundException e) {
            throw HadoopFileSystem.missing(file, e);
        }
    }

    @Override
    public OutputStream newOutputStream(Path path, OpenOption... options) throws IOException {
        throw new IOException("a remote file cannot be written in place");
    }

    @Override
    public DirectoryStream<Path> newDirectoryStream(Path folder, DirectoryStream.Filter<? super Path> filter)
            throws IOException {
        HadoopPath place = HadoopPath.of(folder);
        if (!place.getFileSystem().status(place).isDirectory()) {
            throw new NotDirectoryException(folder.toString());
        }
        return new Listing(place, place.getFileSystem().list(place), filter);
    }

    @Override
    public void createDirectory(Path folder, FileAttribute<?>... attributes) throws IOException {
        HadoopPath place = HadoopPath.of(folder);
        try {
            place.getFileSystem().make(place);
        } catch (org.apache.hadoop.fs.FileAlreadyExistsException e) {
            throw new FileAlreadyExistsException(folder.toString());
        }
    }

    @Override
    public void delete(Path path) throws IOException {
        HadoopPath file = HadoopPath.of(path);
        HadoopFileSystem system = file.getFileSystem();
        if (system.drafts().drop(file)) {
            return;
        }
        if (system.status(file).isDirectory()) {
            try (DirectoryStream<Path> inside = Files.newDirectoryStream(file)) {
                if (inside.iterator().hasNext()) {
                    throw new DirectoryNotEmptyException(path.toString());
                }
            }
        }
        if (!system.hadoop().delete(file.hadoop(), false)) {
            throw new NoSuchFileException(path.toString());
        }
    }

    @Override
    public void copy(Path source, Path target, CopyOption... options) throws IOException {
        throw new IOException("remote files are not copied; copy them with a tool of the store");
    }

    /** Publishes a draft. */
    @Override
    public void move(Path source, Path target, CopyOption... options) throws IOException {
        HadoopPath draft = HadoopPath.of(source);
        Drafts drafts = draft.getFileSystem().drafts();
        if (drafts.find(draft) == null) {
            throw new IOException("a remote file that is complete cannot be renamed");
        }
        drafts.publish(draft, HadoopPath.of(target));
    }

    @Override
    public boolean isSameFile(Path one, Path other) {
        return one.toAbsolutePath().normalize().equals(other.toAbsolutePath().normalize());
    }

    @Override
    public boolean isHidden(Path path) {
        return path.getFileName() != null && path.getFileName().toString().startsWith(".");
    }

    @Override
    public FileStore getFileStore(Path path) {
        throw unsupported("the free space of a remote file system");
    }

    /** Rights are known only to the store, which refuses a request. */
    @Override
    public void checkAccess(Path path, AccessMode... modes) throws IOException {
        readAttributes(path, BasicFileAttributes.class);
    }

    @Override
    public <V extends FileAttributeView> V getFileAttributeView(Path path, Class<V> type, LinkOption... options) {
        return null;
    }

    @Override
    public <A extends BasicFileAttributes> A readAttributes(Path path, Class<A> type, LinkOption... options)
            throws IOException {
        if (type != BasicFileAttributes.class) {
            throw unsupported("attributes of remote files other than size and time");
        }
        HadoopPath file = HadoopPath.of(path);
        Path draft = file.getFileSystem().drafts().find(file);
        return type.cast(
                draft != null
                        ? Files.readAttributes(draft, BasicFileAttributes.class)
                        : new RemoteAttributes(file.getFileSystem().status(file)));
    }

    @Override
    public Map<String, Object> readAttributes(Path path, String names, LinkOption... options) {
        throw unsupported("attributes of remote files by name");
    }

    @Override
    public void setAttribute(Path path, String name, Object value, LinkOption... options) {
        throw unsupported("attributes of remote files");
    }
}
