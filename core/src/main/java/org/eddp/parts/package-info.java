/**
 * Work on more images than one machine can process. It is split into units, which run on any machine and whose results are
 * combined in a fixed order.
 *
 * <p>A unit is a shard of images or one of the concepts. Only the list of images and the settings determine the units. {@link
 * org.eddp.parts.Work} computes units and gives a result for each. A {@link org.eddp.parts.Distributor} decides which process
 * computes which units, and passes the results on in the order of the units. The combined result therefore does not depend on how
 * many processes took part or which of them finished first. There are three ways to distribute work:
 *
 * <ul>
 *   <li>{@link org.eddp.parts.Distributor#HERE}: this process, with its threads;
 *   <li>{@link org.eddp.parts.Part}: process i of n, started by any scheduler, stores its results in a folder of its own ({@link
 *       org.eddp.parts.PartFolders}) until all parts are complete and are merged;
 *   <li>{@link org.eddp.parts.ClusterService.Cluster}: an implementation sends a {@link org.eddp.parts.Work.WorkOrder} to processes
 *       elsewhere, and receives bytes.
 * </ul>
 *
 * <p>Results that consist of files stay in the folders of the parts until these are merged. Results that can be added ({@link
 * org.eddp.parts.PartialResult}) are requested as sums. The code that uses sums is written only once:
 * a {@code SumEvaluator} either computes their units or reads what the parts stored ({@code
 * StoredSums}).
 */
package org.eddp.parts;
