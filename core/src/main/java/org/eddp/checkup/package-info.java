/**
 * Whether this machine is fit for the program: Java, memory, processors, engine, disk, and a self-test of numbers.
 *
 * <p>What is found is meant to be shown to others: folders below the home folder are written with {@code ~}, and neither the user
 * nor the machine is named.
 */
package org.eddp.checkup;
