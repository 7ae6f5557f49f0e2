package org.eddp.features;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import org.eddp.files.Digests;
import org.eddp.files.FileFailure;

/**
 * An {@code .npy} file whose number of rows is known only at the end: rows are appended to a file beside it, which takes its
 * name when it is complete. Memory does not depend on the size of the file.
 */
final class NumberFile implements AutoCloseable {
    /** Suffix of an incomplete file. */
    static final String UNFINISHED = ".part";

    private final Path target;
    private final Path part;
    private final FeatureExtraction.NumberType type;
    private final long[] shape;
    private final int headerLength;
    private final FileChannel channel;

    /**
     * Begins a file.
     *
     * @param shape of the array; the first length is the largest that may come
     */
    NumberFile(Path target, FeatureExtraction.NumberType type, long... shape) {
        this.target = target;
        this.type = type;
        this.shape = shape.clone();
        part = target.resolveSibling(target.getFileName() + UNFINISHED);
        headerLength = NpyHeader.of(type, shape).length;
        try {
            channel = FileChannel.open(
                    part, StandardOpenOption.CREATE, StandardOpenOption.TRUNCATE_EXISTING, StandardOpenOption.WRITE);
            channel.position(headerLength);
        } catch (IOException e) {
            throw FileFailure.writing(part, e);
        }
    }

    void append(ByteBuffer bytes) {
        try {
            while (bytes.hasRemaining()) {
                channel.write(bytes);
            }
        } catch (IOException e) {
            throw FileFailure.writing(part, e);
        }
    }

    /**
     * Completes the file.
     *
     * @param count number of rows written
     * @return digest of the file
     */
    String finish(int count) {
        long[] actual = shape.clone();
        actual[0] = count;
        byte[] header = NpyHeader.of(type, actual);
        if (header.length != headerLength) {
            throw new IllegalStateException("the header of " + target + " does not fit the place kept for it");
        }
        try {
            channel.position(0);
            append(ByteBuffer.wrap(header));
            channel.force(true);
            channel.close();
            String digest = Digests.of(part); // before the move, after which a remote file is no longer here
            Files.move(part, target, StandardCopyOption.ATOMIC_MOVE);
            return digest;
        } catch (IOException e) {
            throw FileFailure.writing(target, e);
        }
    }

    /** Deletes an incomplete file. */
    @Override
    public void close() {
        try {
            channel.close();
            Files.deleteIfExists(part);
        } catch (IOException e) {
            throw FileFailure.writing(part, e);
        }
    }
}
