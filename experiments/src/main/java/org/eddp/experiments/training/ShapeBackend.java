package org.eddp.experiments.training;

import java.util.Arrays;
import org.eddp.failure.InvalidInput;

/** Computes shapes: maps are {channels, height, width}, rows {length}. */
final class ShapeBackend implements Backend<int[]> {
    @Override
    public int[] convolution(Stage.Convolution c, int[] input) {
        maps(c.name(), input);
        if (input[0] != c.in()) {
            throw new IllegalArgumentException(c.name() + " takes " + c.in() + " maps and gets " + input[0]);
        }
        int height = windows(c.name(), input[1] + 2 * c.padding(), c.kernel(), c.stride());
        return new int[] {c.out(), height, windows(c.name(), input[2] + 2 * c.padding(), c.kernel(), c.stride())};
    }

    private static int windows(String name, int length, int kernel, int stride) {
        if (length < kernel) {
            throw new InvalidInput(name + ": its kernel of " + kernel + " is larger than its maps of " + length
                    + "; use larger images");
        }
        return (length - kernel) / stride + 1;
    }

    @Override
    public int[] add(String name, int[] left, int[] right) {
        if (!Arrays.equals(left, right)) {
            throw new IllegalArgumentException(
                    name + " adds " + Arrays.toString(left) + " and " + Arrays.toString(right));
        }
        return left;
    }

    @Override
    public int[] maxPool(Stage.MaxPool p, int[] input) {
        maps(p.name(), input);
        int height = windows(p.name(), input[1], p.kernel(), p.stride());
        return new int[] {input[0], height, windows(p.name(), input[2], p.kernel(), p.stride())};
    }

    @Override
    public int[] averagePool(String name, int[] input) {
        maps(name, input);
        return new int[] {input[0]};
    }

    @Override
    public int[] linear(Stage.Linear linear, int[] input) {
        if (input.length != 1 || input[0] != linear.in()) {
            throw new IllegalArgumentException(
                    linear.name() + " takes rows of " + linear.in() + " and gets " + Arrays.toString(input));
        }
        return new int[] {linear.out()};
    }

    private static void maps(String name, int[] input) {
        if (input.length != 3) {
            throw new IllegalArgumentException(name + " takes maps and gets rows of " + input[0]);
        }
    }
}
