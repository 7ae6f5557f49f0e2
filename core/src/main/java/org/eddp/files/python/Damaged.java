package org.eddp.files.python;

/** The content of a file is damaged. The code that catches this adds the name of the file to the message. */
final class Damaged extends RuntimeException {
    private static final long serialVersionUID = 1L;

    Damaged(String message) {
        super(message);
    }
}
