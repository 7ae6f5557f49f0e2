package org.eddp.tensor;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.StandardOpenOption;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The right to extract native libraries into the cache of this machine, which all processes of a user share. JavaCPP has a lock of its own,
 * but for one file at a time: a process that finds a library complete may link it to one that another process has not finished.
 */
final class CacheLock implements AutoCloseable {
    private static final String NAME = "eddp-engine.lock";
    private static final Logger LOG = LoggerFactory.getLogger(CacheLock.class);

    private final FileChannel channel;

    private CacheLock(FileChannel channel) {
        this.channel = channel;
    }

    /**
     * Waits until no other process has it. There is no lock where nothing can be written, as on a machine with a
     * shared, read-only cache.
     */
    static CacheLock take() {
        FileChannel channel = null;
        try {
            channel = FileChannel.open(
                    Engine.nativeCache().resolve(NAME), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
            channel.lock();
        } catch (IOException | OverlappingFileLockException e) {
            LOG.debug("native libraries are extracted without a lock", e);
        }
        return new CacheLock(channel);
    }

    @Override
    public void close() {
        try {
            if (channel != null) {
                channel.close();
            }
        } catch (IOException e) {
            LOG.debug("the lock of the native libraries could not be closed", e);
        }
    }
}
