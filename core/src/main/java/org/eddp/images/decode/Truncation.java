package org.eddp.images.decode;

import java.util.Locale;
import javax.imageio.ImageReader;
import javax.imageio.event.IIOReadWarningListener;

/**
 * Detects truncated JPEG files. The decoder only warns, and fills the missing part with grey (or leaves it coarse, in a
 * progressive file). A sequential file that only lacks its end marker is complete, and passes.
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
