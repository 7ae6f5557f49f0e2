package org.eddp.network.torch.script;

import org.eddp.network.NetworkFailure;

/** A program cannot be run on images of this size, and maybe on others. */
final class InputSizeFailure extends NetworkFailure {
    private static final long serialVersionUID = 1;

    InputSizeFailure(String message) {
        super(message);
    }

    InputSizeFailure(String message, Throwable cause) {
        super(message, cause);
    }
}
