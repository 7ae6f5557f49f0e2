/**
 * The run: a folder with direction pairs, a description of their inputs, and all results.
 *
 * <p>{@link org.eddp.run.Run} opens one. {@link org.eddp.run.Results} is the catalogue of its files; each
 * {@link org.eddp.run.Result} knows its file and how to read and write it. A result belongs to the directions it was
 * made from: {@link org.eddp.run.Result.Made} records them and the command, inside the result or in
 * {@code commands.json}. A result of other directions is out of date and ignored.
 *
 * <p>{@link org.eddp.run.StoredStatistics} and {@link org.eddp.run.StoredAtlas} read a result that takes a pass over
 * the features, or compute and write it.
 *
 * <p>{@code run.json} is a {@link org.eddp.run.RunFile}, of a learned run or of a baseline. That of a baseline has
 * {@code eddp} (version), {@code method}, {@code options}, {@code data} (description of the features, as in a learned
 * run), {@code details} (numbers about the fit) and {@code concepts} (the concept of each supervised direction). Every
 * kind has {@code directions}, the digest of {@code directions.safetensors}: a run whose two files do not match is
 * refused.
 */
package org.eddp.run;
