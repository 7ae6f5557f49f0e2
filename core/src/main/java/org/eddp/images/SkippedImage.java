package org.eddp.images;

/**
 * An image that could not be decoded.
 *
 * @param index its place in the list
 * @param name its name in the list
 * @param reason the message of the failure
 */
public record SkippedImage(int index, String name, String reason) {}
