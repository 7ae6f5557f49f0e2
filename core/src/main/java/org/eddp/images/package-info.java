/**
 * Pictures: where they are and how they are decoded.
 *
 * <p>{@link org.eddp.images.ImageList} finds the files and {@link org.eddp.images.ImageReader} turns a file into a {@link
 * org.eddp.images.Picture}. {@link org.eddp.images.input} turns a picture into the input of a network.
 *
 * <h2>Archives</h2>
 *
 * A picture in an archive has the path of the archive and behind it the name it has in there: {@code shards/000.tar/dog/1.jpg}. Lists
 * find it like a file in a subfolder, {@link org.eddp.images.ImageReader} reads it where it is, and nothing is unpacked. What is in an archive
 * is found out once and held as long as the file does not change. Who wants to know something of the place of an image asks
 * {@link org.eddp.images.ImageFiles}.
 *
 * <ul>
 *   <li>{@code .tar}: ustar, POSIX and GNU, such as shards of a WebDataset. Files that have no extension of a picture are left out. The
 *       class of a picture is the text of the file beside it whose name is the same up to the first dot and ends in {@code .cls};
 *       without one, the first folder on the way to it within the archive; without that, none.
 *   <li>{@code .parquet}: where an {@link org.eddp.images.ArchiveFormat} for it is on the class path.
 * </ul>
 *
 * An archive whose headers contradict each other or the length of the file, that has a name twice, or one that leads out of it, is refused
 * as a whole. A picture in it that cannot be read is skipped as a file is.
 *
 * <h2>File lists</h2>
 *
 * A text file in UTF-8, name ending in {@code .txt} or {@code .csv}, with one image per line: its path, relative to the
 * folder of the list (and into an archive, if it is in one), and if wanted a comma and the name of its class. Lines that start with {@code #} and blank lines
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
