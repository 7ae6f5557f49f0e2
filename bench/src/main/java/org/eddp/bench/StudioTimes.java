package org.eddp.bench;

import java.util.List;
import java.util.Locale;
import org.eddp.math.Median;

/**
 * How long answers of a studio took.
 *
 * @param view requested
 *
 * @param clients at the same time
 * @param answers of all of them
 * @param median milliseconds
 * @param late milliseconds that 95 of 100 answers took at most
 * @param longest milliseconds
 * @param bytes of an answer, median
 */
record StudioTimes(String view, int clients, int answers, double median, double late, double longest, long bytes) {
    private static final double LATE = 0.95;

    static StudioTimes of(String view, int clients, List<Answer> answers) {
        double[] times =
                answers.stream().mapToDouble(Answer::milliseconds).sorted().toArray();
        return new StudioTimes(
                view,
                clients,
                times.length,
                Median.of(times),
                times[(int) Math.ceil(LATE * times.length) - 1],
                times[times.length - 1],
                (long) Median.of(answers.stream().mapToDouble(Answer::bytes).toArray()));
    }

    /** One answer. */
    record Answer(double milliseconds, long bytes) {}

    String row() {
        return String.format(
                Locale.ROOT,
                "  %-30s %7d %7d %9.1f %9.1f %9.1f %9.1f%n",
                view,
                clients,
                answers,
                median,
                late,
                longest,
                bytes / 1e3);
    }

    static String heading() {
        return String.format(
                "  %-30s %7s %7s %9s %9s %9s %9s%n",
                "milliseconds", "clients", "answers", "median", "95 %", "longest", "kB");
    }
}
