package org.eddp.spark;

import java.io.Serializable;
import org.apache.spark.SparkContext;
import org.apache.spark.util.LongAccumulator;
import org.eddp.parts.Work.PictureCount;

/**
 * Counts of pictures, which Spark's web page shows with the stage that counts them. A task that Spark repeats counts its
 * pictures again, so these numbers are for people who watch, and no result depends on them.
 *
 * @param pictures all of them
 * @param broken those that could not be read
 */
record PictureCounters(LongAccumulator pictures, LongAccumulator broken) implements Serializable {
    private static final long serialVersionUID = 1L;

    /** @param whose added to the names */
    static PictureCounters of(SparkContext context, String whose) {
        return new PictureCounters(
                context.longAccumulator("pictures" + whose), context.longAccumulator("broken pictures" + whose));
    }

    void add(PictureCount count) {
        pictures.add(count.listed());
        broken.add(count.broken());
    }
}
