package org.eddp.learning;

import org.eddp.directions.LossOptions;
import org.eddp.tensor.Activation;

/**
 * Everything that determines a run, apart from the features and the network.
 *
 * @param concepts number of concepts I
 * @param losses constants inside the losses
 * @param start step (a)
 * @param refine step (b), or null to go from (a) to (c)
 * @param joint steps (c) and (d)
 * @param activation the layer's own activation
 * @param seed of all randomness
 * @param tileElements tile size; changes rounding, not the method
 */
public record LearnOptions(
        int concepts,
        LossOptions losses,
        StartOptions start,
        RefineOptions refine,
        JointOptions joint,
        Activation activation,
        long seed,
        int tileElements) {
    public LearnOptions {
        if (concepts < 1) {
            throw new IllegalArgumentException("concepts = " + concepts + " must be at least 1");
        }
        if (tileElements < 1) {
            throw new IllegalArgumentException("tile elements = " + tileElements + " must be at least 1");
        }
    }

    /** The same with another step (d). */
    public LearnOptions withJoint(JointOptions changed) {
        return new LearnOptions(concepts, losses, start, refine, changed, activation, seed, tileElements);
    }

    /** Passes over the images in all steps together: the optimiser steps when a batch is the whole set. */
    public long epochs() {
        return (long) start.restarts() * start.schedule().epochs()
                + (refine == null ? 0 : refine.schedule().epochs())
                + joint.schedule().epochs();
    }

    /** Whether any step needs the upper part of the network. */
    public boolean usesHead() {
        return start.objective().usesHead()
                || (refine != null && refine.objective().usesHead())
                || joint.objective().usesHead();
    }
}
