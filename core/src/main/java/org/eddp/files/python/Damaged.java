package org.eddp.files.python;

/** What is wrong inside a file; whoever knows its name adds it. */
final class Damaged extends RuntimeException {
    private static final long serialVersionUID = 1L;

    Damaged(String message) {
        super(message);
    }
}
