package org.eddp.experiments.training;

/** One step of a network from images to logits. */
sealed interface Stage {
    /** Letters, digits and underscores; unique in its network. */
    String name();

    /** Computes this stage with the operations of a backend. */
    <V> V apply(Backend<V> backend, V input);

    /**
     * A convolution with a square kernel.
     *
     * @param in maps it takes
     * @param out maps it gives
     * @param kernel side of the kernel
     * @param stride distance between windows
     * @param padding zeros around the maps
     * @param normalised batch normalisation in place of a bias
     */
    record Convolution(String name, int in, int out, int kernel, int stride, int padding, boolean normalised)
            implements Stage {
        public Convolution {
            check(in >= 1 && out >= 1, name + ": maps in = " + in + ", out = " + out + " must be at least 1");
            check(kernel >= 1 && stride >= 1, name + ": kernel and stride must be at least 1");
            check(
                    padding >= 0 && padding < kernel,
                    name + ": padding = " + padding + " must be within 0 .. kernel - 1");
        }

        @Override
        public <V> V apply(Backend<V> backend, V input) {
            return backend.convolution(this, input);
        }
    }

    /** max(0, x). */
    record Relu(String name) implements Stage {
        @Override
        public <V> V apply(Backend<V> backend, V input) {
            return backend.relu(name, input);
        }
    }

    /** Largest value of every square window; windows do not overlap unless the stride is smaller. */
    record MaxPool(String name, int kernel, int stride) implements Stage {
        public MaxPool {
            check(kernel >= 1 && stride >= 1, name + ": kernel and stride must be at least 1");
        }

        @Override
        public <V> V apply(Backend<V> backend, V input) {
            return backend.maxPool(this, input);
        }
    }

    /**
     * Dropout of single values, the others scaled up.
     *
     * @param share of the values set to zero while learning
     */
    record Dropout(String name, double share) implements Stage {
        public Dropout {
            check(share >= 0 && share < 1, name + ": share = " + share + " must be at least 0 and below 1");
        }

        @Override
        public <V> V apply(Backend<V> backend, V input) {
            return backend.dropout(this, input);
        }
    }

    /**
     * A basic residual block (He et al., 2016): relu(conv2(relu(conv1(x))) + skip(x)), 3 x 3 kernels, normalised. The skip
     * is a 1 x 1 convolution where the shape changes.
     *
     * @param in maps it takes
     * @param out maps it gives
     * @param stride of its first convolution
     */
    record Residual(String name, int in, int out, int stride) implements Stage {
        @Override
        public <V> V apply(Backend<V> backend, V input) {
            V inner = backend.relu(name + ".relu1", backend.convolution(first(), input));
            V outer = backend.convolution(second(), inner);
            V skip = changesShape() ? backend.convolution(skip(), input) : input;
            return backend.relu(name + ".relu2", backend.add(name + ".sum", outer, skip));
        }

        boolean changesShape() {
            return in != out || stride != 1;
        }

        Convolution first() {
            return new Convolution(name + ".conv1", in, out, 3, stride, 1, true);
        }

        Convolution second() {
            return new Convolution(name + ".conv2", out, out, 3, 1, 1, true);
        }

        Convolution skip() {
            return new Convolution(name + ".skip", in, out, 1, stride, 0, true);
        }
    }

    /** Global average pooling. */
    record AveragePool(String name) implements Stage {
        @Override
        public <V> V apply(Backend<V> backend, V input) {
            return backend.averagePool(name, input);
        }
    }

    /**
     * A linear layer with a bias.
     *
     * @param in length of the rows it takes
     * @param out length of the rows it gives
     */
    record Linear(String name, int in, int out) implements Stage {
        @Override
        public <V> V apply(Backend<V> backend, V input) {
            return backend.linear(this, input);
        }
    }

    private static void check(boolean condition, String message) {
        if (!condition) {
            throw new IllegalArgumentException(message);
        }
    }
}
