package org.eddp.spark.remote;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.ReadableByteChannel;
import java.nio.channels.WritableByteChannel;
import org.apache.hadoop.fs.FSDataInputStream;

/** A remote file, for reading. */
final class RemoteChannel extends FileChannel {
    private static final int MOST_AT_ONCE = 1 << 16;

    private final FSDataInputStream in;
    private final long size;
    private long position;

    RemoteChannel(FSDataInputStream in, long size) {
        this.in = in;
        this.size = size;
    }

    @Override
    public synchronized int read(ByteBuffer target) throws IOException {
        int count = read(target, position);
        position += Math.max(0, count);
        return count;
    }

    /** One after the other: a stream has one place, and continues there without another request. */
    @Override
    public synchronized int read(ByteBuffer target, long from) throws IOException {
        if (from >= size) {
            return -1;
        }
        byte[] bytes = new byte[Math.min(target.remaining(), MOST_AT_ONCE)];
        if (in.getPos() != from) {
            in.seek(from);
        }
        int count = in.read(bytes, 0, bytes.length);
        if (count > 0) {
            target.put(bytes, 0, count);
        }
        return count;
    }

    @Override
    public synchronized long position() {
        return position;
    }

    @Override
    public synchronized FileChannel position(long changed) {
        position = changed;
        return this;
    }

    @Override
    public long size() {
        return size;
    }

    @Override
    protected void implCloseChannel() throws IOException {
        in.close();
    }

    @Override
    public long read(ByteBuffer[] targets, int first, int count) {
        throw refused();
    }

    @Override
    public int write(ByteBuffer source) {
        throw refused();
    }

    @Override
    public long write(ByteBuffer[] sources, int first, int count) {
        throw refused();
    }

    @Override
    public int write(ByteBuffer source, long from) {
        throw refused();
    }

    @Override
    public FileChannel truncate(long length) {
        throw refused();
    }

    @Override
    public void force(boolean everything) {
        // nothing is written here
    }

    @Override
    public long transferTo(long from, long count, WritableByteChannel target) {
        throw refused();
    }

    @Override
    public long transferFrom(ReadableByteChannel source, long from, long count) {
        throw refused();
    }

    @Override
    public MappedByteBuffer map(MapMode mode, long from, long length) {
        throw refused();
    }

    @Override
    public FileLock lock(long from, long length, boolean shared) {
        throw refused();
    }

    @Override
    public FileLock tryLock(long from, long length, boolean shared) {
        throw refused();
    }

    private static UnsupportedOperationException refused() {
        return new UnsupportedOperationException("a remote file is only read, from one place after the other");
    }
}
