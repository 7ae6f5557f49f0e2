package org.eddp.experiments.training;

import org.eddp.monitor.Monitor;

/** Watches training, whose parts are optimiser steps, and may ask it to stop. */
@FunctionalInterface
public interface TrainMonitor extends Monitor {
    /** Watches nothing. */
    TrainMonitor NONE = (done, total) -> {};

    /**
     * A pass over the images is done.
     *
     * @param epoch from 1
     * @param epochs in all
     * @param loss mean over the pass
     * @param accuracy on the varied pictures of the pass, while the weights still changed
     */
    default void onEpoch(int epoch, int epochs, double loss, double accuracy) {}
}
