package org.eddp.experiments.truth;

/**
 * A known cause, planted on the training pictures of one class.
 *
 * @param kind its name for people
 * @param label the class
 */
record Cause(String kind, int label) {}
