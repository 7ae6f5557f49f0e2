package org.eddp.network.onnx.file;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** A growing list of little-endian numbers of one width. */
final class NumberBuffer {
    private final int width;
    private ByteBuffer data = empty(0);
    private boolean shared;

    /** @param width bytes per number */
    NumberBuffer(int width) {
        this.width = width;
    }

    private static ByteBuffer empty(int size) {
        return ByteBuffer.allocate(size).order(ByteOrder.LITTLE_ENDIAN);
    }

    /** Adds the low bytes of {@code bits}. */
    void add(long bits) {
        reserve(width);
        switch (width) {
            case 1 -> data.put((byte) bits);
            case 2 -> data.putShort((short) bits);
            case 4 -> data.putInt((int) bits);
            default -> data.putLong(bits);
        }
    }

    /** Adds the rest of {@code packed}, which must not change afterwards: the usual single piece is not copied. */
    void addAll(ByteBuffer packed) {
        if (data.position() == 0) {
            data = packed.slice().order(ByteOrder.LITTLE_ENDIAN);
            data.position(data.limit());
            shared = true;
        } else {
            reserve(packed.remaining());
            data.put(packed);
        }
    }

    private void reserve(int more) {
        if (shared || data.remaining() < more) {
            int needed = Math.addExact(data.position(), more);
            ByteBuffer larger = empty((int) Math.min(Integer.MAX_VALUE - 8, Math.max(64, needed + (long) needed / 2)));
            data.flip();
            data = larger.put(data);
            shared = false;
        }
    }

    /** Everything added. */
    ByteBuffer bytes() {
        ByteBuffer all = data.duplicate().order(ByteOrder.LITTLE_ENDIAN).flip();
        return all.slice().order(ByteOrder.LITTLE_ENDIAN);
    }

    /** Everything added, as whole numbers of eight bytes. */
    long[] longs() {
        long[] values = new long[bytes().remaining() / Long.BYTES];
        bytes().asLongBuffer().get(values);
        return values;
    }

    /** Everything added, as numbers of single precision. */
    float[] floats() {
        float[] values = new float[bytes().remaining() / Float.BYTES];
        bytes().asFloatBuffer().get(values);
        return values;
    }
}
