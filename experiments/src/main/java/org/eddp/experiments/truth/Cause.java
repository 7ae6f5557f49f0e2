package org.eddp.experiments.truth;

/**
 * A known cause, planted on the training pictures of one class.
 *
 * @param kind name of the kind, for results
 * @param label the class
 */
record Cause(String kind, int label) {}
