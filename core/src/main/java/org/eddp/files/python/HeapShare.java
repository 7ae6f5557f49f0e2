package org.eddp.files.python;

/**
 * The memory that the arrays of files may take together. A byte in a file can be a number of eight bytes here, and one in an archive
 * thousands of them, so that is asked before it is taken: a file that is too large is a message that names it, and not the end of the
 * program.
 */
final class HeapShare {
    /** The rest is for what is made of the arrays. */
    private static final double SHARE = 0.6;

    private final long all;
    private long left;

    /** Of the heap of this process. */
    HeapShare() {
        this((long) (SHARE * Runtime.getRuntime().maxMemory()));
    }

    /** Of so many bytes. */
    HeapShare(long bytes) {
        all = bytes;
        left = bytes;
    }

    /** How many bytes may be read at once; reading takes twice as many for a moment. */
    int readable() {
        return (int) Math.min(Integer.MAX_VALUE - 64, left / 2);
    }

    /**
     * Takes room for numbers.
     *
     * @throws Damaged if there is not enough
     */
    void takeNumbers(String name, long count) {
        take("array '" + name + "'", count * Double.BYTES);
    }

    /**
     * Takes room.
     *
     * @param what it is for, for the message
     * @throws Damaged if there is not enough
     */
    void take(String what, long bytes) {
        if (bytes > left) {
            throw tooLarge(what + " needs " + bytes + " bytes of memory");
        }
        left -= bytes;
    }

    /** Gives room back. */
    void release(long bytes) {
        left += bytes;
    }

    /** What to throw where something needs more than there is. */
    Damaged tooLarge(String what) {
        return new Damaged(what + ", and of the " + all + " that arrays of files may take together " + left
                + " are left; give Java more memory, or take fewer arrays");
    }
}
