/**
 * Pictures: where they are, how they are decoded, and how they become the tensors a network takes.
 *
 * <p>{@link org.eddp.images.ImageList} finds the files, {@link org.eddp.images.ImageReader} turns a file into a
 * {@link org.eddp.images.Picture}, {@link org.eddp.images.Preprocessing} turns that into the numbers a network takes, and
 * {@link org.eddp.images.Preprocessing.CropBox} leads back from the network's grid to the picture.
 *
 * <h2>File lists</h2>
 *
 * A text file in UTF-8, name ending in {@code .txt} or {@code .csv}, with one image per line: its path, relative to the
 * folder of the list, and if wanted a comma and the name of its class. Lines that start with {@code #} and blank lines
 * are left out, and so is a first line whose first field is {@code path}, {@code file}, {@code filename}, {@code image}
 * or {@code name}. A field that contains a comma or a double quote is enclosed in double quotes, quotes inside doubled.
 *
 * <pre>
 * # path, class
 * birds/1.jpg,robin
 * "birds/2, evening.jpg",robin
 * other.png
 * </pre>
 */
package org.eddp.images;
