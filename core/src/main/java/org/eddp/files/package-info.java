/**
 * Storage: atomic writing, locks of folders, names of files, digests, and failures of files.
 *
 * <p>{@link org.eddp.files.arrays} has arrays of numbers, {@link org.eddp.files.json} has JSON and CSV, and
 * {@link org.eddp.files.python} reads Python's pickles.
 *
 * <p>Promises of all four packages
 * <ul>
 *   <li>A file has either the old or the new content, never a part ({@link org.eddp.files.AtomicFile}).
 *   <li>The same content gives the same bytes: no file has a date, a host name or the order of a hash map in it. Facts
 *       that differ between two runs of the same work have their own file ({@link org.eddp.files.json.Circumstances}).
 *   <li>A problem with a file or a disk ends as a {@link org.eddp.files.FileFailure}, whose message names the file, the
 *       reason and the remedy. Sizes in a file are checked against the length of the file before memory is allocated,
 *       so that a wrong header costs no memory.
 * </ul>
 */
package org.eddp.files;
