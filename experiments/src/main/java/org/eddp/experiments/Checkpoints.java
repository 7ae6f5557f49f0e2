package org.eddp.experiments;

/**
 * How an experiment goes on where it was interrupted: learning of directions is saved now and then, and what was learned to the
 * end is not learned again.
 *
 * @param resume continue from what the folder holds, to the same bytes
 * @param seconds time between checkpoints
 */
public record Checkpoints(boolean resume, double seconds) {
    public Checkpoints {
        if (!(seconds >= 0)) {
            throw new IllegalArgumentException("the time between checkpoints, " + seconds + " s, must not be negative");
        }
    }
}
