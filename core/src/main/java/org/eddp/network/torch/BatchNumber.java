package org.eddp.network.torch;

/**
 * A whole number that depends on the number of images in the batch, known for one image and for two. It is a number times the batch
 * size if {@code two == 2 * one}.
 *
 * @param one value for a batch of one image
 * @param two value for a batch of two images
 */
public record BatchNumber(long one, long two) {}
