package org.eddp.features;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.eddp.features.FeatureSource.Batch;
import org.eddp.monitor.Monitor;
import org.eddp.parts.PartialResult;
import org.eddp.tensor.Workers;

/**
 * Processes the images of units, a few at a time, with several threads. The division into pieces depends on each unit
 * alone, so that a unit gives the same result to the last bit in any process.
 */
public final class UnitStream {
    private final FeatureSource source;
    private final List<int[]> units;
    private final int images;
    private final Monitor monitor;
    private final String work;

    private UnitStream(FeatureSource source, List<int[]> units, int images, Monitor monitor, String work) {
        this.source = source;
        this.units = units;
        this.images = images;
        this.monitor = monitor;
        this.work = work;
    }

    /**
     * Pieces of a certain size, of one image at least.
     *
     * @param units the images of each
     * @param widest numbers held per patch
     * @param elements numbers held for a piece
     */
    public static UnitStream of(FeatureSource source, List<int[]> units, int widest, long elements) {
        return new UnitStream(source, units, ImageStream.atOnce(source, widest, elements), Monitor.NONE, "");
    }

    /**
     * The same with a monitor, which receives the progress and may stop the work between pieces.
     *
     * @param name of the work
     */
    public UnitStream watchedBy(Monitor watching, String name) {
        return new UnitStream(source, units, images, watching, name);
    }

    /**
     * Images of one unit that are processed together.
     *
     * @param images their indices
     * @param batch their features; valid within the scope of the work on this piece
     */
    public record Piece(int[] images, Batch batch) {}

    /**
     * Processes consecutive units.
     *
     * @param end behind the last one
     * @param none the identity element
     *
     * @param task runs on any thread; its result must outlive its scope
     * @param inOrder receives the result of each unit, in order
     */
    public <S extends PartialResult<S>> void forEach(
            int first,
            int end,
            Workers workers,
            Supplier<S> none,
            Function<Piece, S> task,
            Consumer<? super S> inOrder) {
        List<int[]> pieces = new ArrayList<>();
        List<Boolean> last = new ArrayList<>();
        int total = 0;
        for (int unit = first; unit < end; unit++) {
            int[] own = units.get(unit);
            total += own.length;
            for (int from = 0; from == 0 || from < own.length; from += images) {
                pieces.add(Arrays.copyOfRange(own, from, Math.min(own.length, from + images)));
                last.add(from + images >= own.length);
            }
        }
        SumEvaluator<S> gathering = new SumEvaluator<>(pieces, last, total, none, inOrder);
        workers.forEachAhead(
                pieces.size(),
                p -> {
                    monitor.check(work);
                    int[] own = pieces.get(p);
                    return own.length == 0 ? none.get() : task.apply(new Piece(own, source.select(own)));
                },
                gathering::add);
    }

    /** Adds the results of pieces in order, and passes on the sum at the end of every unit. */
    private final class SumEvaluator<S extends PartialResult<S>> {
        private final List<int[]> pieces;
        private final List<Boolean> last;
        private final int total;
        private final Supplier<S> none;
        private final Consumer<? super S> inOrder;
        private int next;
        private int done;
        private S unit;

        SumEvaluator(List<int[]> pieces, List<Boolean> last, int total, Supplier<S> none, Consumer<? super S> inOrder) {
            this.pieces = pieces;
            this.last = last;
            this.total = total;
            this.none = none;
            this.inOrder = inOrder;
            unit = none.get();
        }

        void add(S found) {
            unit.add(found);
            if (last.get(next)) {
                inOrder.accept(unit);
                unit = none.get();
            }
            done += pieces.get(next++).length;
            monitor.onProgress(done, total);
        }
    }
}
