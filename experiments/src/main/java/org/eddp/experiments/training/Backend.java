package org.eddp.experiments.training;

/**
 * What stages are made of. Names are those of the stage, with the piece inside it after a dot ({@code block2.conv1}).
 *
 * @param <V> what stands for a batch of maps or of rows
 */
interface Backend<V> {
    /** Convolution, with batch normalisation after it or a bias. */
    V convolution(Stage.Convolution convolution, V input);

    /** max(0, x). */
    V relu(String name, V input);

    /** Element-wise sum. */
    V add(String name, V left, V right);

    /** Largest value of every window. */
    V maxPool(Stage.MaxPool pool, V input);

    /** Sets values to zero at random while learning; does nothing afterwards. */
    V dropout(Stage.Dropout dropout, V input);

    /** Mean of every map: maps become rows. */
    V averagePool(String name, V input);

    /** Linear layer on rows. */
    V linear(Stage.Linear linear, V input);
}
