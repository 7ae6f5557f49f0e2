package org.eddp.images;

import java.util.Locale;
import javax.imageio.ImageReader;
import javax.imageio.event.IIOReadWarningListener;

/**
 * Notices a truncated JPEG file, the missing part of which the decoder paints grey (or leaves coarse, in a progressive
 * file) with a mere warning. A sequential file that only lacks its end marker is complete, and passes.
 */
final class Truncation implements IIOReadWarningListener {
    private final boolean progressive;
    private boolean found;

    Truncation(boolean progressive) {
        this.progressive = progressive;
    }

    @Override
    public void warningOccurred(ImageReader source, String warning) {
        String text = warning.toLowerCase(Locale.ROOT);
        found |= text.contains("premature end") || (progressive && text.contains("eoi"));
    }

    boolean found() {
        return found;
    }
}
