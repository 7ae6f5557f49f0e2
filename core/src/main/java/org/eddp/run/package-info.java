/**
 * The run: a folder with direction pairs, what they were made from, and everything that was found out with them.
 *
 * <p>{@link org.eddp.run.Run} opens one. {@link org.eddp.run.Results} is the catalogue of what its folder may hold; each
 * {@link org.eddp.run.Result} knows its file and how to read and write it. A result belongs to the directions it was made
 * from: {@link org.eddp.run.Result.Made} says which and by which command, inside the result where there is room for it, otherwise in
 * {@code commands.json}. A result of other directions is out of date and read as if it were not there.
 *
 * <p>{@link org.eddp.run.StoredStatistics} and {@link org.eddp.run.StoredAtlas} read a result that takes a pass over the features, or
 * compute and write it.
 *
 * <p>{@code run.json} is a {@link org.eddp.run.RunFile}, of a learned run or of a baseline. That of a baseline has
 * {@code eddp} (version), {@code method}, {@code options}, {@code data} (what the features are, as in a learned run),
 * {@code details} (numbers about the fit) and {@code concepts} (what each direction was taught, where it was). Every kind has
 * {@code directions}, the digest of {@code directions.safetensors}: a run is refused whose two files are not of one another.
 */
package org.eddp.run;
