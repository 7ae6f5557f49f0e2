package org.eddp.images.decode;

import java.io.EOFException;

/** The message of a decoder about a damaged file; many wrap the reason in another exception, or have no message. */
final class DecoderMessage {
    private DecoderMessage() {}

    static String of(Throwable failure) {
        Throwable root = failure;
        while (root.getCause() != null && root.getCause() != root) {
            root = root.getCause();
        }
        if (root instanceof EOFException) {
            return "it ends early";
        }
        String text = root.getMessage();
        if (text == null || text.isBlank() || root instanceof IndexOutOfBoundsException) {
            return "its parts contradict each other: " + root.getClass().getSimpleName();
        }
        return text;
    }
}
