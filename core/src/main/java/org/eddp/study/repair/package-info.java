/**
 * {@link org.eddp.study.repair.RepairStudy} writes a network that no longer relies on chosen concepts, and evaluates it before and
 * after: on labelled images, or without labels on the images of the run. {@link org.eddp.study.repair.ChangedImages} lists the images
 * whose prediction changes.
 */
package org.eddp.study.repair;
