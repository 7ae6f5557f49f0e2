/**
 * The synthetic experiment: features made by x = S a + D beta + c with known signals, so that everything the method
 * estimates can be compared with the truth.
 */
package org.eddp.experiments.synthetic;
