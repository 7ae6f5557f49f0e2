package org.eddp.experiments.training;

/** Finds out which weights a network needs; the values it passes along mean nothing. */
final class SlotBackend implements Backend<Boolean> {
    private final NetworkWeights weights;

    SlotBackend(NetworkWeights weights) {
        this.weights = weights;
    }

    @Override
    public Boolean convolution(Stage.Convolution c, Boolean input) {
        weights.add(c.name() + ".weight", true, c.out(), c.in(), c.kernel(), c.kernel());
        if (c.normalised()) {
            weights.add(c.name() + ".scale", false, c.out());
            weights.add(c.name() + ".shift", false, c.out());
        } else {
            weights.add(c.name() + ".bias", false, c.out());
        }
        return input;
    }

    @Override
    public Boolean linear(Stage.Linear linear, Boolean input) {
        weights.add(linear.name() + ".weight", true, linear.out(), linear.in());
        weights.add(linear.name() + ".bias", false, linear.out());
        return input;
    }

    @Override
    public Boolean add(String name, Boolean left, Boolean right) {
        return left;
    }
}
