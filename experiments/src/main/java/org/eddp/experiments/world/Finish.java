package org.eddp.experiments.world;

/**
 * The material and pattern of a piece of an object.
 *
 * @param material labelled as such
 * @param pattern printed on it
 * @param surface its colours
 */
record Finish(Material material, Pattern pattern, Surface surface) {}
