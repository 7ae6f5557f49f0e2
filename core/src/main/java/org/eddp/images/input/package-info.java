/**
 * From a {@linkplain org.eddp.images.decode.Picture decoded picture} to the input of a network.
 *
 * <p>{@link org.eddp.images.input.Preprocessing} resizes, crops and normalises a picture, and {@link
 * org.eddp.images.input.Preprocessing.CropBox} leads back from the network's grid to the picture. {@link
 * org.eddp.images.input.PreprocessingConfig} reads the same settings from files of other programs. {@link
 * org.eddp.images.input.Snapshot} keeps a small copy of the part that the network sees.
 */
package org.eddp.images.input;
