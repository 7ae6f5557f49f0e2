package org.eddp.images.decode;

import java.util.concurrent.Semaphore;
import org.eddp.images.source.ImageFailure;

/**
 * Memory for the pixels of pictures that are being decoded, shared by all threads. Huge pictures are decoded one at a time, so
 * that the failure of one does not depend on the others.
 */
final class DecodingMemory {
    /** Bytes that a decoder holds per pixel: three or four samples, and a copy as red, green and blue. */
    private static final long BYTES_PER_PIXEL = 8;

    /** Share of the heap for decoding. */
    private static final double SHARE = 0.8;

    private static final DecodingMemory HEAP =
            new DecodingMemory((long) (SHARE * Runtime.getRuntime().maxMemory()));

    private final int megabytes;
    private final Semaphore free;

    DecodingMemory(long bytes) {
        megabytes = (int) Math.min(Integer.MAX_VALUE, Math.max(1, bytes >> 20));
        free = new Semaphore(megabytes, true);
    }

    /** The room in the Java heap. */
    static DecodingMemory ofHeap() {
        return HEAP;
    }

    /** Memory reserved for one picture; closing it releases the memory. */
    interface Taken extends AutoCloseable {
        @Override
        void close();
    }

    /**
     * Waits for room.
     *
     * @throws ImageFailure if there will never be enough
     */
    Taken take(int width, int height, String name) {
        int needed = (int) Math.min(Integer.MAX_VALUE, ((long) width * height * BYTES_PER_PIXEL >> 20) + 1);
        if (needed > megabytes) {
            throw new ImageFailure("cannot decode " + name + ": " + width + " x " + height + " pixels need about "
                    + needed + " MB of memory, and there are " + megabytes
                    + "; shrink the picture, take it off the list, or give Java more memory");
        }
        free.acquireUninterruptibly(needed);
        return () -> free.release(needed);
    }
}
