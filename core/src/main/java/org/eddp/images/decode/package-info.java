/**
 * From the bytes of a file to a picture.
 *
 * <p>{@link org.eddp.images.decode.ImageReader} turns a file into a {@link org.eddp.images.decode.Picture}. It accepts the formats of
 * {@link org.eddp.images.source.ImageFormat} only, turns pictures upright, and refuses files that need too much memory or time.
 * {@link org.eddp.images.input} turns a picture into the input of a network.
 */
package org.eddp.images.decode;
