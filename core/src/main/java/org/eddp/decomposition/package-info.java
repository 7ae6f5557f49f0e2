/**
 * Directions that follow from the distribution of features alone: principal and independent components, computed tile by tile.
 *
 * <p>Learning can start from independent components ({@link org.eddp.decomposition.FastIca}); the baselines compare with both.
 */
package org.eddp.decomposition;
