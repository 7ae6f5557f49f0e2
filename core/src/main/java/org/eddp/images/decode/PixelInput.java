package org.eddp.images.decode;

import java.io.IOException;
import javax.imageio.stream.ImageInputStreamImpl;
import org.eddp.images.source.ImageFormat;

/**
 * The input of a decoder, which must end in time and must not invent missing data.
 *
 * <p>The decoder of lossless WebP ignores the end of its data: it repeats the last eight bytes for as many pixels as
 * the header claims. It reads eight bytes ahead and then goes back ({@code readLong}, then {@code seek}). So a few
 * bytes are added behind the file for the look-ahead, and reading on from beyond the end of the pixel data is refused.
 * Lossy WebP reads byte by byte, at most two ahead.
 */
final class PixelInput extends ImageInputStreamImpl {
    private static final int WEBP_LOOKS_AHEAD = 16;
    private static final int LOOKS_PER_CLOCK = 1 << 12;

    private final byte[] file;
    /** The end of the pixel data. */
    private final long end;

    /** Zeros added behind the file. */
    private final int behind;

    private final Deadline deadline;
    private boolean ahead;
    private int looks;

    PixelInput(byte[] file, ImageFormat format, Deadline deadline) {
        this.file = file;
        end = Chunks.pixelEnd(file, format);
        behind = format == ImageFormat.WEBP ? WEBP_LOOKS_AHEAD : 0;
        this.deadline = deadline;
    }

    /** The decoder reads beyond the end. */
    static final class EndsEarly extends IOException {
        private static final long serialVersionUID = 1L;
    }

    @Override
    public int read() throws IOException {
        checkClosed();
        bitOffset = 0;
        look();
        if (streamPos >= file.length + behind) {
            return -1;
        }
        int at = (int) streamPos++;
        return at < file.length ? file[at] & 0xff : 0;
    }

    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
        checkClosed();
        bitOffset = 0;
        look();
        int count = (int) Math.min(length, file.length + behind - streamPos);
        if (count <= 0) {
            return length == 0 ? 0 : -1;
        }
        int stored = (int) Math.max(0, Math.min(count, file.length - streamPos));
        if (stored > 0) {
            System.arraycopy(file, (int) streamPos, target, offset, stored);
        }
        for (int i = stored; i < count; i++) {
            target[offset + i] = 0;
        }
        streamPos += count;
        return count;
    }

    @Override
    public int readUnsignedByte() throws IOException {
        if (streamPos > end + 1) {
            throw new EndsEarly();
        }
        return super.readUnsignedByte();
    }

    @Override
    public long readLong() throws IOException {
        ahead = true;
        return super.readLong();
    }

    @Override
    public void seek(long position) throws IOException {
        if (ahead && position > end) {
            throw new EndsEarly();
        }
        ahead = false;
        super.seek(position);
    }

    /** Called by the decoder of lossless WebP for every symbol, also for those without bits. */
    @Override
    public long getStreamPosition() throws IOException {
        look();
        return super.getStreamPosition();
    }

    @Override
    public long length() {
        return file.length;
    }

    private void look() throws IOException {
        if (++looks % LOOKS_PER_CLOCK == 0) {
            deadline.check();
        }
    }
}
