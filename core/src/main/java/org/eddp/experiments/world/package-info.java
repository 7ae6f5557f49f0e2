/**
 * A world of annotated pictures in which the truth is known.
 *
 * <p>Every picture shows one landmark and one visitor; which two meet is its class. The scene, other objects, clutter,
 * scale, tilt, occlusion, shadows, the colour and fall of the light and the sensor's noise are drawn independently of the
 * class, so that nothing but the two objects tells it.
 */
package org.eddp.experiments.world;
