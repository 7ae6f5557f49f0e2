package org.eddp.spark;

import java.util.Iterator;
import org.apache.spark.TaskContext;
import org.apache.spark.api.java.function.MapPartitionsFunction;
import org.apache.spark.sql.Row;
import org.apache.spark.util.TaskCompletionListener;

/**
 * A question as a function of the rows of a partition: to each it adds the answer for its picture, and the reason where
 * there is none.
 *
 * @param column of the pictures
 * @param batch pictures that go through the network together
 * @param arrays whether vectors become arrays
 */
record PictureFunction(PictureQuery question, int column, int batch, boolean arrays, PictureCounters counters)
        implements MapPartitionsFunction<Row, Row> {
    private static final long serialVersionUID = 1L;

    @Override
    public Iterator<Row> call(Iterator<Row> rows) {
        if (!rows.hasNext()) {
            return rows;
        }
        PictureQuery.Answers answers = question.open(batch);
        TaskContext.get().addTaskCompletionListener((TaskCompletionListener) ended -> answers.close());
        return new AnsweredRows(rows, this, answers);
    }
}
