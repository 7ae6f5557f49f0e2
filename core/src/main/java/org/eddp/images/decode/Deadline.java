package org.eddp.images.decode;

import java.io.IOException;
import java.time.Duration;
import javax.imageio.ImageReader;
import javax.imageio.event.IIOReadProgressListener;

/** The time limit for decoding one picture, because a small file can keep a decoder busy for very long. */
final class Deadline implements IIOReadProgressListener {
    private final Duration time;
    private long begin = System.nanoTime();

    Deadline(Duration time) {
        this.time = time;
    }

    /** Decoding took too long. */
    static final class Passed extends IOException {
        private static final long serialVersionUID = 1L;

        Passed(Duration time) {
            super("it takes longer than " + time.toSeconds() + " s to decode");
        }
    }

    /** Starts the clock. */
    void begin() {
        begin = System.nanoTime();
    }

    /** Whether the time is over. */
    boolean passed() {
        return System.nanoTime() - begin > time.toNanos();
    }

    void check() throws Passed {
        if (passed()) {
            throw new Passed(time);
        }
    }

    @Override
    public void imageProgress(ImageReader source, float percentage) {
        if (passed()) {
            source.abort(); // the picture is then incomplete; the caller of the decoder uses check()
        }
    }

    @Override
    public void sequenceStarted(ImageReader source, int least) {}

    @Override
    public void sequenceComplete(ImageReader source) {}

    @Override
    public void imageStarted(ImageReader source, int image) {}

    @Override
    public void imageComplete(ImageReader source) {}

    @Override
    public void thumbnailStarted(ImageReader source, int image, int thumbnail) {}

    @Override
    public void thumbnailProgress(ImageReader source, float percentage) {}

    @Override
    public void thumbnailComplete(ImageReader source) {}

    @Override
    public void readAborted(ImageReader source) {}
}
