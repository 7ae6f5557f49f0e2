/**
 * JSON, for everything that is not an array, and CSV.
 *
 * <p>{@link org.eddp.files.json.Json} writes UTF-8, two spaces per level, {@code \n} line ends, fields in the order of the
 * record or map, arrays of numbers on one line, and the shortest decimal that reads back as the same number. JSON has
 * no NaN or infinity: a field that holds one is refused by name; absent numbers are {@code null}, from a
 * {@link Double}.
 *
 * <p>{@link org.eddp.files.json.Csv} reads and writes tables. {@link org.eddp.files.json.Circumstances.Request} and {@link
 * org.eddp.files.json.Circumstances} record how a result was asked for.
 */
package org.eddp.files.json;
