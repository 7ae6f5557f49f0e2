package org.eddp.directions;

import org.eddp.features.PatchHead;
import org.eddp.features.PatchLayer;
import org.eddp.network.LinearReadout;

/** Heads of networks that came from a file. */
public final class NetworkHeads {
    private NetworkHeads() {}

    /** Pooling and one linear layer, in closed form. */
    public static Head of(LinearReadout readout) {
        return new LinearHead(readout.classVectors(), readout.biases());
    }

    /**
     * The part of a network above a layer, whatever it is, differentiated by the engine.
     *
     * @param classes of the network
     */
    public static Head of(PatchLayer layer, int classes) {
        return new DifferentiableHead(classes, PatchHead.of(layer));
    }
}
