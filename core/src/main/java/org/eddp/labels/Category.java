package org.eddp.labels;

import java.util.List;

/**
 * A kind of labels: colours, objects, parts of objects, ...
 *
 * @param name of the category
 * @param labels numbers of its labels, as listed for it
 */
record Category(String name, List<Integer> labels) {}
