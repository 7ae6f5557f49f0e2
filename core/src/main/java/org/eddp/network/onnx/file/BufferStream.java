package org.eddp.network.onnx.file;

import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.Objects;

/** A buffer from its beginning as a stream; skipped parts are not touched. */
final class BufferStream extends InputStream {
    private final ByteBuffer buffer;

    BufferStream(ByteBuffer buffer) {
        this.buffer = buffer.duplicate();
    }

    @Override
    public int read() {
        return buffer.hasRemaining() ? buffer.get() & 0xff : -1;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) {
        Objects.checkFromIndexSize(offset, length, bytes.length);
        int count = Math.min(length, buffer.remaining());
        buffer.get(bytes, offset, count);
        return count == 0 && length > 0 ? -1 : count;
    }

    @Override
    public long skip(long count) {
        int skipped = (int) Math.max(0, Math.min(count, buffer.remaining()));
        buffer.position(buffer.position() + skipped);
        return skipped;
    }

    @Override
    public int available() {
        return buffer.remaining();
    }
}
