package org.eddp.experiments.audit;

import java.util.List;

/**
 * What is planted.
 *
 * @param kind of mark, for people
 * @param classes names of all classes
 * @param label number of the planted class, a share of whose training pictures shows the mark
 */
record Flaw(String kind, List<String> classes, int label) {}
