/**
 * Work on more images than one machine can take: cut into units, done wherever, put together in one order.
 *
 * <p>A unit is a shard of images, which the list of images and the settings decide and nothing else. {@link org.eddp.parts.Work} does
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
 * * <p>Results that hold files stay beside the whole until then; results that are counts add up in any order.
 */
package org.eddp.parts;
