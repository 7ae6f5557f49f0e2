package org.eddp.spark.remote;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.FileStore;
import java.nio.file.FileSystem;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.nio.file.WatchService;
import java.nio.file.attribute.UserPrincipalLookupService;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.RemoteIterator;
import org.apache.hadoop.util.functional.RemoteIterators;
import org.apache.spark.SparkConf;
import org.apache.spark.SparkEnv;
import org.apache.spark.deploy.SparkHadoopUtil;
import org.eddp.files.FileFailure;

/** A bucket, or another root of remote files. Connects at first use, when the settings of Spark are known. */
final class HadoopFileSystem extends FileSystem {
    private final String root;
    /** Where a file appears when it is complete and never before, and folders are only names of files. */
    private static final Set<String> OBJECT_STORES = Set.of("s3a", "s3", "gs", "oss", "cosn", "obs");

    private final Drafts drafts = new Drafts(this);
    /** Folders that were made here and may have no file yet, as which an object store would not know them. */
    private final Set<Path> made = ConcurrentHashMap.newKeySet();

    private org.apache.hadoop.fs.FileSystem connected;

    /** @param root scheme and authority */
    HadoopFileSystem(String root) {
        this.root = root;
    }

    String root() {
        return root;
    }

    Drafts drafts() {
        return drafts;
    }

    Path inside(String path) {
        return new HadoopPath(this, Path.of(path));
    }

    /** Settings {@code spark.hadoop.*} of this process; executors have those of the driver. */
    static Configuration settings() {
        SparkEnv spark = SparkEnv.get();
        return SparkHadoopUtil.get().newConfiguration(spark == null ? new SparkConf() : spark.conf());
    }

    /**
     * Hadoop's own file system.
     *
     * @throws FileFailure if there is no library or no valid setting for it
     */
    synchronized org.apache.hadoop.fs.FileSystem hadoop() {
        if (connected == null) {
            try {
                connected = new org.apache.hadoop.fs.Path(root + "/").getFileSystem(settings());
            } catch (IOException | RuntimeException e) {
                throw unreachable(e);
            }
        }
        return connected;
    }

    private FileFailure unreachable(Exception e) {
        for (Throwable cause = e; cause != null; cause = cause.getCause()) {
            if (cause instanceof ClassNotFoundException
                    || cause instanceof org.apache.hadoop.fs.UnsupportedFileSystemException) {
                return new FileFailure(
                        "cannot read or write " + root + ": the library for such addresses is not on the class path;"
                                + " start with spark-submit --packages, for s3a org.apache.hadoop:hadoop-aws of the"
                                + " version of the cluster's Hadoop",
                        e);
            }
        }
        return new FileFailure(
                "cannot reach " + root + ": " + e.getMessage() + "; check the address and the settings", e);
    }

    /** @throws NoSuchFileException if there is no such file or folder */
    FileStatus status(HadoopPath path) throws IOException {
        FileStatus known = path.takeListed();
        if (known != null) {
            return known;
        }
        try {
            return hadoop().getFileStatus(path.hadoop());
        } catch (FileNotFoundException e) {
            if (made.contains(path)) {
                return new FileStatus(0, true, 1, 1, 0, path.hadoop());
            }
            throw missing(path, e);
        }
    }

    /** Whether this is an object store. */
    boolean storesObjects() {
        return OBJECT_STORES.contains(root.substring(0, root.indexOf(':')).toLowerCase(Locale.ROOT));
    }

    void make(HadoopPath folder) throws IOException {
        if (storesObjects()) {
            made.add(folder);
        } else if (!hadoop().mkdirs(folder.hadoop())) {
            throw new IOException("the folder cannot be made");
        }
    }

    /** The files of a folder. */
    RemoteIterator<FileStatus> list(HadoopPath folder) throws IOException {
        try {
            return hadoop().listStatusIterator(folder.hadoop());
        } catch (FileNotFoundException e) {
            if (made.contains(folder)) {
                return RemoteIterators.remoteIteratorFromArray(new FileStatus[0]);
            }
            throw missing(folder, e);
        }
    }

    static NoSuchFileException missing(HadoopPath path, IOException cause) {
        NoSuchFileException missing = new NoSuchFileException(path.toString());
        missing.initCause(cause);
        return missing;
    }

    @Override
    public HadoopProvider provider() {
        return HadoopProvider.INSTANCE;
    }

    @Override
    public void close() {
        throw new UnsupportedOperationException("remote files stay open until the process ends");
    }

    @Override
    public boolean isOpen() {
        return true;
    }

    @Override
    public boolean isReadOnly() {
        return false;
    }

    @Override
    public String getSeparator() {
        return "/";
    }

    @Override
    public Iterable<Path> getRootDirectories() {
        return List.of(inside("/"));
    }

    @Override
    public Iterable<FileStore> getFileStores() {
        return List.of();
    }

    @Override
    public Set<String> supportedFileAttributeViews() {
        return Set.of("basic");
    }

    @Override
    public Path getPath(String first, String... more) {
        return new HadoopPath(this, Path.of(first, more));
    }

    @Override
    public PathMatcher getPathMatcher(String pattern) {
        throw new UnsupportedOperationException("patterns of remote files");
    }

    @Override
    public UserPrincipalLookupService getUserPrincipalLookupService() {
        throw new UnsupportedOperationException("owners of remote files");
    }

    @Override
    public WatchService newWatchService() {
        throw new UnsupportedOperationException("remote folders are not watched");
    }
}
