/**
 * The whole protocol of the paper on one network and one annotated dataset.
 *
 * <p>{@link org.eddp.experiments.reproduction.Reproduction} does its parts one after the other. Each part calls the
 * studies of {@code org.eddp.study} and gives tables, figures and sentences as a
 * {@link org.eddp.experiments.reproduction.PartResult}; page and LaTeX tables are made from these alone.
 *
 * <h2>The folder</h2>
 *
 * <ul>
 *   <li>{@code reproduction.json}: what the folder is about; other inputs are refused
 *   <li>{@code features}: the feature set
 *   <li>{@code concepts-I}: the runs with I concepts
 *   <li>{@code explanations}: explained pictures
 *   <li>{@code parts}: a file for each finished part
 *   <li>{@code tables}: LaTeX
 *   <li>{@code index.html}: the page
 * </ul>
 *
 * <h2>paper-tables.json</h2>
 *
 * A resource with the numbers of the paper's tables as they are printed there: for each table the kind of table it
 * belongs to here, the network, its number in the paper, columns and rows.
 */
package org.eddp.experiments.reproduction;
