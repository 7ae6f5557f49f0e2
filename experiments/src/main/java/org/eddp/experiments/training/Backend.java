package org.eddp.experiments.training;

/**
 * The operations of stages. Names are those of the stage, with the part inside it after a dot ({@code block2.conv1}).
 * Operations without weights return their input by default.
 *
 * @param <V> representation of a batch of maps or of rows
 */
interface Backend<V> {
    /** Convolution, with batch normalisation after it or a bias. */
    V convolution(Stage.Convolution convolution, V input);

    /** max(0, x). */
    default V relu(String name, V input) {
        return input;
    }

    /** Element-wise sum. */
    V add(String name, V left, V right);

    /** Largest value of every window. */
    default V maxPool(Stage.MaxPool pool, V input) {
        return input;
    }

    /** Sets values to zero at random while learning; does nothing afterwards. */
    default V dropout(Stage.Dropout dropout, V input) {
        return input;
    }

    /** Mean of every map: maps become rows. */
    default V averagePool(String name, V input) {
        return input;
    }

    /** Linear layer on rows. */
    V linear(Stage.Linear linear, V input);
}
