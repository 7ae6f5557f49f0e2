package org.eddp.cli;

import org.eddp.features.PatchLayer;
import org.eddp.network.NetworkFailure;

/** Options that a failure about a network or its layers asks for. */
final class NetworkRemedies {
    private NetworkRemedies() {}

    /** What completes the message of a failure; empty if it says everything. */
    static String of(Exception e) {
        if (e instanceof PatchLayer.TokensMissing) {
            return " with eddp features --overwrite, or leave L^ur out with eddp learn --without ur";
        }
        if (e instanceof NetworkFailure.OutputNeeded) {
            return " with --output NAME";
        }
        if (e instanceof NetworkFailure.SizeNeeded) {
            return " with --crop HxW";
        }
        return "";
    }
}
