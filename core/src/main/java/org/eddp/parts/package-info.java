/**
 * Work on more images than one machine can take: cut into units, done wherever, put together in one order.
 *
 * <p>A unit is a shard of images, or one of the concepts, which the list of images and the settings decide and nothing else. {@link org.eddp.parts.Work} does
 * units and gives a result for each; a {@link org.eddp.parts.Distributor} decides who does which and hands the results over in the
 * order of the units. What comes of them is therefore the same however many took part, and whoever was first:
 *
 * <ul>
 *   <li>{@link org.eddp.parts.Distributor#HERE}: this process, with its threads;
 *   <li>{@link org.eddp.parts.Part}: process i of n, started by whatever schedules processes, leaves what it did in a folder of its
 *       own ({@link org.eddp.parts.PartFolders}) until all are there and are put together;
 *   <li>{@link org.eddp.parts.ClusterService.Cluster}: others send a {@link org.eddp.parts.WorkOrder} to processes elsewhere, and get
 *       bytes back.
 * </ul>
 *
 * <p>Results that hold files stay beside the whole until then. Results that add up ({@link org.eddp.parts.PartialResult}) are asked for as
 * {@link org.eddp.parts.Sum sums}, and what is concluded from sums is written once: a {@link org.eddp.parts.Gathering} has their units done, or
 * takes what parts kept ({@link org.eddp.parts.KeptSums}).
 */
package org.eddp.parts;
