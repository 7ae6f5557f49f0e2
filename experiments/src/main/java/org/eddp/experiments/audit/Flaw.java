package org.eddp.experiments.audit;

import java.util.List;

/**
 * A planted flaw.
 *
 * @param kind name of the kind of mark
 * @param classes names of all classes
 * @param label number of the planted class, a share of whose training pictures shows the mark
 */
record Flaw(String kind, List<String> classes, int label) {}
