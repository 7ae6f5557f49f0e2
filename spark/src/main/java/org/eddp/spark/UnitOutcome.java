package org.eddp.spark;

import java.io.Serializable;

/**
 * The outcome of a unit of work.
 *
 * @param unit its number
 * @param result null if it failed
 * @param problem why it failed, null if it did not
 */
record UnitOutcome(int unit, byte[] result, String problem) implements Serializable {}
