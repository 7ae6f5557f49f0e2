package org.eddp.study.measure;

import java.util.function.Function;
import java.util.function.Supplier;
import org.eddp.files.arrays.SafetensorsFile;
import org.eddp.monitor.Monitor;
import org.eddp.parts.Distributor;
import org.eddp.parts.Part;
import org.eddp.parts.PartialResult;
import org.eddp.parts.Work;

/**
 * The combined result of consecutive units of work. It describes what to compute; a {@link SumEvaluator} decides how.
 *
 * @param name of the file in which a part keeps its share
 * @param title of the work, in a word, for the monitor
 * @param size of the work, as far as it is known
 * @param first unit that belongs to it
 * @param units how many do
 * @param none the identity element: the result of no units
 * @param read reads a stored share
 * @param work prepares the work, with a monitor that watches it, when it is about to run
 * @param <S> the result of units
 */
record Sum<S extends PartialResult<S>>(
        String name,
        String title,
        long size,
        int first,
        int units,
        Supplier<S> none,
        Function<SafetensorsFile, S> read,
        Function<Monitor, Work<S>> work) {

    /** The whole sum, computed by a distributor. */
    public S by(Distributor distributor, Monitor monitor) {
        return by(distributor, new Part(1, 1), monitor);
    }

    /** The share of a part. */
    S by(Distributor distributor, Part part, Monitor monitor) {
        try (Monitor.Stage stage = monitor.stage(title, size);
                Work<S> opened = work.apply(stage)) {
            S total = none.get();
            distributor.run(opened, first + part.first(units), first + part.end(units), total::add);
            return total;
        }
    }

    /**
     * Evaluates sums, either by computing all units now or from what parts stored. Code that uses the sums need not know which.
     */
    public interface SumEvaluator {
        /** The value of a sum. */
        <S extends PartialResult<S>> S of(Sum<S> sum);

        /** An evaluator that computes the units now. */
        static SumEvaluator by(Distributor distributor, Monitor monitor) {
            return new SumEvaluator() {
                @Override
                public <S extends PartialResult<S>> S of(Sum<S> sum) {
                    return sum.by(distributor, monitor);
                }
            };
        }
    }
}
