package org.eddp.spark;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Queue;
import org.apache.spark.ml.linalg.Vector;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.eddp.images.decode.ImageReader;
import org.eddp.images.source.ImageFailure;
import org.eddp.parts.Work.PictureCount;
import scala.collection.immutable.ArraySeq;

/** The rows of a partition with their answers. So many are read ahead that a batch of pictures is full. */
final class AnsweredRows implements Iterator<Row> {
    private final Iterator<Row> rows;
    private final PictureFunction asked;
    private final PictureQuery.Answers answers;
    private final int columns;
    private final Queue<Row> ready = new ArrayDeque<>();

    AnsweredRows(Iterator<Row> rows, PictureFunction asked, PictureQuery.Answers answers) {
        this.rows = rows;
        this.asked = asked;
        this.answers = answers;
        columns = asked.question().types().size();
    }

    @Override
    public boolean hasNext() {
        return !ready.isEmpty() || rows.hasNext();
    }

    @Override
    public Row next() {
        if (ready.isEmpty()) {
            readBatch();
        }
        return ready.remove();
    }

    private void readBatch() {
        if (!rows.hasNext()) {
            throw new NoSuchElementException();
        }
        List<Row> read = new ArrayList<>();
        List<String> problems = new ArrayList<>();
        List<float[]> inputs = new ArrayList<>();
        while (inputs.size() < asked.batch() && rows.hasNext()) {
            Row row = rows.next();
            read.add(row);
            problems.add(input(row, inputs));
        }
        Iterator<PictureAnswer> found = answers.of(inputs).iterator();
        for (int i = 0; i < read.size(); i++) {
            PictureAnswer answer = problems.get(i) == null ? found.next() : PictureAnswer.none(problems.get(i));
            asked.counters().add(new PictureCount(1, answer.reason() == null ? 0 : 1));
            ready.add(extended(read.get(i), answer));
        }
    }

    /** Adds the input of the network for the picture of a row; returns why there is none, or null. */
    private String input(Row row, List<float[]> inputs) {
        try {
            byte[] content = row.getAs(asked.column());
            if (content == null) {
                return "there is no picture: the bytes are null";
            }
            inputs.add(answers.input(new ImageReader().decode(content, "the picture")));
            return null;
        } catch (ImageFailure e) {
            return e.getMessage();
        }
    }

    private Row extended(Row row, PictureAnswer answer) {
        Object[] values = new Object[row.size() + columns + 1];
        for (int i = 0; i < row.size(); i++) {
            values[i] = row.get(i);
        }
        for (int i = 0; i < answer.values().size(); i++) {
            Object value = answer.values().get(i);
            values[row.size() + i] = asked.arrays() ? array(value) : value;
        }
        values[values.length - 1] = answer.reason();
        return RowFactory.create(values);
    }

    /** A vector, or several, as Spark's arrays of single precision. */
    private static Object array(Object value) {
        if (value instanceof Vector vector) {
            double[] numbers = vector.toArray();
            float[] floats = new float[numbers.length];
            for (int i = 0; i < floats.length; i++) {
                floats[i] = (float) numbers[i];
            }
            return ArraySeq.unsafeWrapArray(floats);
        }
        if (value instanceof Vector[] vectors) {
            Object[] rows = new Object[vectors.length];
            for (int i = 0; i < rows.length; i++) {
                rows[i] = array(vectors[i]);
            }
            return ArraySeq.unsafeWrapArray(rows);
        }
        return value;
    }
}
