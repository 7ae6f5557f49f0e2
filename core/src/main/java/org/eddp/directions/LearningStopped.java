package org.eddp.directions;

/** Learning ended before it was finished because it was asked to; its state is saved if there is a place for it. */
public final class LearningStopped extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** A stop with a message for the user. */
    public LearningStopped(String message) {
        super(message);
    }
}
