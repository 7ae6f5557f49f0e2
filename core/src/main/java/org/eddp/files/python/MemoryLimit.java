package org.eddp.files.python;

/**
 * Limits the memory of all arrays that are read from files. A byte in a file can become eight bytes here, and a byte in
 * an archive thousands, so memory is reserved before it is allocated: a file that is too large leads to a message
 * instead of an OutOfMemoryError.
 */
final class MemoryLimit {
    /** Share of the heap; the rest is for the data made from the arrays. */
    private static final double SHARE = 0.6;

    private final long all;
    private long left;

    /** A limit that is a share of the heap of this process. */
    MemoryLimit() {
        this((long) (SHARE * Runtime.getRuntime().maxMemory()));
    }

    /** A limit in bytes. */
    MemoryLimit(long bytes) {
        all = bytes;
        left = bytes;
    }

    /** Bytes that may be read at once; reading needs twice as many for a moment. */
    int readable() {
        return (int) Math.min(Integer.MAX_VALUE - 64, left / 2);
    }

    /**
     * Reserves memory for numbers.
     *
     * @throws Damaged if there is not enough
     */
    void takeNumbers(String name, long count) {
        take("array '" + name + "'", count * Double.BYTES);
    }

    /**
     * Reserves memory.
     *
     * @param what the purpose, for the message
     * @throws Damaged if there is not enough
     */
    void take(String what, long bytes) {
        if (bytes > left) {
            throw tooLarge(what + " needs " + bytes + " bytes of memory");
        }
        left -= bytes;
    }

    /** Releases memory. */
    void release(long bytes) {
        left += bytes;
    }

    /** The failure if there is not enough memory. */
    Damaged tooLarge(String what) {
        return new Damaged(what + ", and of the " + all + " that arrays of files may take together " + left
                + " are left; give Java more memory, or take fewer arrays");
    }
}
