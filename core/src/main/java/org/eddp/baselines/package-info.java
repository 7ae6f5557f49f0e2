/**
 * The methods that learned directions are compared with: each of {@link org.eddp.baselines.BaselineMethod} gives
 * directions with detectors and signal vectors, which a run keeps as it keeps learned ones.
 *
 * <p>Underneath are decompositions of a feature matrix X, N patches by D features, that give their directions as the
 * columns of a D x I {@link org.eddp.tensor.Matrix}:
 *
 * <ul>
 *   <li>{@link org.eddp.decomposition.Pca}: orthogonal directions of largest variance; I at most D.
 *   <li>{@link org.eddp.baselines.Nmf}: non-negative parts that add up; X must be non-negative.
 *   <li>{@link org.eddp.baselines.KMeans}: one centroid per cluster.
 *   <li>{@link org.eddp.decomposition.FastIca}: filters with independent outputs, and where those outputs are written; I at
 *       most D.
 * </ul>
 *
 * <p>X is only read, one tile of rows at a time, and summed in double precision whatever its type. The same seed gives
 * the same bytes for any number of threads. Results are on the heap and own no native memory.
 */
package org.eddp.baselines;
