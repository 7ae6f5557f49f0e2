package org.eddp.cli;

import java.util.List;
import java.util.Locale;

/**
 * An experiment of the paper as text, with the paper's numbers beside ours: of one seed everything, of several a line each.
 *
 * @param <R> results of one seed
 */
abstract class ExperimentTables<R> {
    private final StringBuilder text = new StringBuilder();

    /** All of it; asked for once. */
    final String text(List<R> results) {
        if (results.size() == 1) {
            one(results.get(0));
        } else {
            many(results);
        }
        return text.toString();
    }

    /** Writes the results of a seed. */
    abstract void one(R results);

    /** Writes the results of several seeds and what they have in common. */
    abstract void many(List<R> results);

    final void line(String format, Object... arguments) {
        text.append(String.format(Locale.ROOT, format, arguments)).append('\n');
    }
}
