package org.eddp.images;

import java.io.IOException;
import javax.imageio.stream.ImageInputStreamImpl;

/**
 * The content of an image file for its decoder, which has to end in time and must not make up what the file does not have.
 *
 * <p>The decoder of lossless WebP does not mind the end of its data: it goes on with the last eight bytes, over and over,
 * for as many pixels as the header claims. It looks ahead eight bytes and then goes back to where it is ({@code readLong},
 * then {@code seek}); so a few bytes are added behind the file, for it to look at, and going on from beyond the end of the
 * data of the pixels is refused. Lossy WebP takes byte by byte, at most two ahead.
 */
final class PixelInput extends ImageInputStreamImpl {
    private static final int WEBP_LOOKS_AHEAD = 16;
    private static final int LOOKS_PER_CLOCK = 1 << 12;

    private final byte[] file;
    /** Where the data of the pixels end. */
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

    /** The decoder wants more than there is. */
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

    /** Asked by the decoder of lossless WebP for every symbol, also for those that take no bits. */
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
