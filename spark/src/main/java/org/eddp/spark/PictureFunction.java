package org.eddp.spark;

import java.util.Arrays;
import org.apache.spark.TaskContext;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.api.java.UDF1;
import org.apache.spark.util.TaskCompletionListener;
import org.eddp.images.decode.ImageReader;
import org.eddp.images.source.ImageFailure;

/** A question as a function of a column: from the bytes of a picture to its answer, and the reason where there is none. */
final class PictureFunction implements UDF1<byte[], Row> {
    private static final long serialVersionUID = 1L;

    private final PictureQuery question;

    /** The answers of the current task; a task is one thread. */
    private transient PictureQuery.Answers answers;

    PictureFunction(PictureQuery question) {
        this.question = question;
    }

    @Override
    public Row call(byte[] content) {
        Object[] values = new Object[question.types().size() + 1];
        try {
            Object[] answer = answer(content);
            System.arraycopy(answer, 0, values, 0, answer.length);
        } catch (ImageFailure e) {
            Arrays.fill(values, null);
            values[values.length - 1] = e.getMessage();
        }
        return RowFactory.create(values);
    }

    private Object[] answer(byte[] content) {
        if (content == null) {
            throw new ImageFailure("there is no picture: the bytes are null");
        }
        TaskContext task = TaskContext.get();
        if (task == null) {
            try (PictureQuery.Answers own = question.open()) {
                return answer(own, content);
            }
        }
        if (answers == null) {
            PictureQuery.Answers opened = question.open();
            answers = opened;
            task.addTaskCompletionListener((TaskCompletionListener) ended -> opened.close());
        }
        return answer(answers, content);
    }

    private static Object[] answer(PictureQuery.Answers answers, byte[] content) {
        return answers.of(new ImageReader().decode(content, "the picture"));
    }
}
