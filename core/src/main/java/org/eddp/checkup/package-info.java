/**
 * Whether this machine is fit for the program: Java, memory, processors, engine, disk, and a self-test of numbers.
 *
 * <p>The results are meant for bug reports: folders below the home folder are written with {@code ~}, and neither the
 * user nor the machine is named.
 */
package org.eddp.checkup;
