/**
 * Directions that follow from the distribution of features alone: principal and independent components, computed tile by tile.
 * The baselines compare with both.
 */
package org.eddp.decomposition;
