package org.eddp.network;

/**
 * The images a network takes.
 *
 * @param name name of the input in the file
 * @param channels 3 for colour, 1 for grey
 * @param height in pixels, 0 if the file leaves it open
 * @param width in pixels, 0 if the file leaves it open
 */
public record ImageInput(String name, int channels, int height, int width) {}
