package org.eddp.experiments.training;

/** Is told how training goes. Throwing from it ends the training. */
@FunctionalInterface
public interface TrainMonitor {
    /**
     * A pass over the images is done.
     *
     * @param epoch from 1
     * @param epochs in all
     * @param loss mean over the pass
     * @param accuracy on the varied pictures of the pass, while the weights still changed
     */
    void epoch(int epoch, int epochs, double loss, double accuracy);

    /** A step is done. */
    default void step(int step, int steps) {}
}
