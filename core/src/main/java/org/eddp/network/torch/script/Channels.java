package org.eddp.network.torch.script;

import java.util.List;
import org.eddp.network.torch.TorchTensor;

/** Finds the number of channels of the images from the first convolution. */
final class Channels {
    /** The images have another number of channels than was tried. */
    static final class Other extends RuntimeException {
        private static final long serialVersionUID = 1;
        final int channels;

        Other(int channels) {
            super("images have " + channels + " channels", null, false, false);
            this.channels = channels;
        }
    }

    private Channels() {}

    /** @throws Other if a convolution takes another number of channels than it is given */
    static void check(String operator, List<Object> given) {
        int groupsAt = operator.equals("conv2d") ? 6 : 8;
        if (given.size() > 1
                && given.get(0) instanceof TorchTensor images
                && given.get(1) instanceof TorchTensor weight
                && images.rank() == 4
                && weight.rank() == 4
                && weight.size(1) instanceof Long perGroup) {
            long groups = given.size() > groupsAt && given.get(groupsAt) instanceof Long number ? number : 1;
            long channels = perGroup * groups;
            if (channels > 0 && channels <= 64 && !images.size(1).equals(channels)) {
                throw new Other((int) channels);
            }
        }
    }
}
