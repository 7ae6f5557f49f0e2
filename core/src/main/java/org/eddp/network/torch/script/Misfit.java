package org.eddp.network.torch.script;

import org.eddp.network.NetworkFailure;

/** A program cannot be run on images of this size, and maybe on others. */
final class Misfit extends NetworkFailure {
    private static final long serialVersionUID = 1;

    Misfit(String message) {
        super(message);
    }

    Misfit(String message, Throwable cause) {
        super(message, cause);
    }
}
