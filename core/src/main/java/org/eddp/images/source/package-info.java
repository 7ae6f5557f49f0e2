/**
 * Where pictures are: folders, lists of files, and archives.
 *
 * <p>{@link org.eddp.images.source.ImageList} finds the files, {@link org.eddp.images.source.ImageFiles} answers
 * questions about the location of one, and {@link org.eddp.images.source.ImageContent} reads its bytes.
 *
 * <h2>Archives</h2>
 *
 * The path of a picture in an archive is that of the archive followed by its name inside:
 * {@code shards/000.tar/dog/1.jpg}. Lists find it like a file in a subfolder,
 * {@link org.eddp.images.decode.ImageReader} reads it in place, and nothing is unpacked. The list of pictures in an
 * archive is cached until the file changes. File operations on images are in {@link org.eddp.images.source.ImageFiles}.
 *
 * <ul>
 *   <li>{@code .tar}: ustar, POSIX and GNU, such as shards of a WebDataset. Files that have no extension of a picture
 *       are left out. The class of a picture is the text of the file beside it whose name is the same up to the first
 *       dot and ends in {@code .cls}; without one, the first folder on the way to it within the archive; without that,
 *       none.
 *   <li>{@code .parquet}: where an {@link org.eddp.images.source.ArchiveFormat} for it is on the class path.
 * </ul>
 *
 * A whole archive is refused if its headers contradict each other or the length of the file, if a name occurs twice, or
 * if a name leads out of the archive. A picture in it that cannot be read is skipped like a file.
 *
 * <h2>File lists</h2>
 *
 * A text file in UTF-8, name ending in {@code .txt} or {@code .csv}, with one image per line: its path, relative to the
 * folder of the list (and into an archive, if it is in one), and if wanted a comma and the name of its class. Lines
 * that start with {@code #} and blank lines are left out, and so is a first line whose first field is {@code path},
 * {@code file}, {@code filename}, {@code image} or {@code name}. A field that contains a comma or a double quote is
 * enclosed in double quotes, quotes inside doubled.
 *
 * <pre>
 * # path, class
 * birds/1.jpg,robin
 * "birds/2, evening.jpg",robin
 * other.png
 * </pre>
 */
package org.eddp.images.source;
