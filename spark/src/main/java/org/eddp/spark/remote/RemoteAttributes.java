package org.eddp.spark.remote;

import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import org.apache.hadoop.fs.FileStatus;

/**
 * What a store says about a file.
 *
 * @param status in Hadoop's form
 */
record RemoteAttributes(FileStatus status) implements BasicFileAttributes {
    @Override
    public FileTime lastModifiedTime() {
        return FileTime.fromMillis(status.getModificationTime());
    }

    @Override
    public FileTime lastAccessTime() {
        return lastModifiedTime();
    }

    @Override
    public FileTime creationTime() {
        return lastModifiedTime();
    }

    @Override
    public boolean isRegularFile() {
        return status.isFile();
    }

    @Override
    public boolean isDirectory() {
        return status.isDirectory();
    }

    @Override
    public boolean isSymbolicLink() {
        return false; // Hadoop has followed it
    }

    @Override
    public boolean isOther() {
        return false;
    }

    @Override
    public long size() {
        return status.getLen();
    }

    @Override
    public Object fileKey() {
        return null;
    }
}
