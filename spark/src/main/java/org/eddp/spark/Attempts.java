package org.eddp.spark;

import java.io.IOException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.spark.SparkConf;
import org.apache.spark.SparkEnv;
import org.apache.spark.TaskContext;
import org.eddp.failure.Failure;
import org.eddp.files.FileFailure;

/**
 * Decides which failures Spark repeats: those of reading or writing, because a network file system may answer the next
 * time, or another machine may. A failure of the input, such as a broken picture that is not to be skipped, would only
 * happen again. The last attempt reports its failure, so that the work ends with one message.
 */
final class Attempts {
    /** Spark's own default. */
    private static final int USUAL = 4;

    /** Without a cluster Spark repeats a task only if the master says how often. */
    private static final Pattern LOCAL = Pattern.compile("local(?:\\[[^,\\]]*(?:,\\s*(\\d+))?])?");

    private Attempts() {}

    /**
     * Ends this attempt if Spark is to repeat the task.
     *
     * @throws Repeated if so
     */
    static void retry(Failure failure) {
        TaskContext task = TaskContext.get();
        if (task != null
                && !task.isInterrupted()
                && isOfFiles(failure)
                && task.attemptNumber() + 1 < most(SparkEnv.get().conf())) {
            throw new Repeated(failure.getMessage());
        }
    }

    /** Whether reading or writing failed, rather than what was read. */
    static boolean isOfFiles(Failure failure) {
        return failure instanceof FileFailure && failure.getCause() instanceof IOException;
    }

    /** How often Spark tries a task. */
    static int most(SparkConf settings) {
        Matcher local = LOCAL.matcher(settings.get("spark.master", ""));
        if (local.matches()) {
            return local.group(1) == null ? 1 : Integer.parseInt(local.group(1));
        }
        return settings.getInt("spark.task.maxFailures", USUAL);
    }

    /** Tells Spark to repeat the task; without a stack trace, since Spark logs it. */
    static final class Repeated extends RuntimeException {
        private static final long serialVersionUID = 1L;

        Repeated(String message) {
            super(message, null, false, false);
        }
    }
}
