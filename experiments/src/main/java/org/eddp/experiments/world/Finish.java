package org.eddp.experiments.world;

/**
 * What a piece of an object is made of.
 *
 * @param material labelled as such
 * @param pattern printed on it
 * @param surface its colours
 */
record Finish(Material material, Pattern pattern, Surface surface) {}
