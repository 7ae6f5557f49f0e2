package org.eddp.features;

import java.util.function.Consumer;
import java.util.function.Function;
import org.eddp.features.FeatureSource.Batch;
import org.eddp.monitor.Monitor;
import org.eddp.tensor.Scope;
import org.eddp.tensor.Tensor;
import org.eddp.tensor.Workers;

/**
 * Processes all images of a source range by range, so that memory does not depend on their number. Ranges do not depend
 * on threads, and their results are combined in order, so results do not depend on threads either.
 */
public final class ImageStream {
    private final FeatureSource source;
    private final int images;
    private final Monitor monitor;
    private final String work;

    private ImageStream(FeatureSource source, int images, Monitor monitor, String work) {
        this.source = source;
        this.images = images;
        this.monitor = monitor;
        this.work = work;
    }

    /**
     * Ranges of a certain size, of one image at least.
     *
     * @param widest numbers held per patch
     * @param elements numbers held for a range
     */
    public static ImageStream of(FeatureSource source, int widest, long elements) {
        return ofImages(source, atOnce(source, widest, elements));
    }

    static int atOnce(FeatureSource source, int widest, long elements) {
        return (int) Math.max(1, elements / source.grid().cells() / widest);
    }

    /** Ranges of this many images; the last one may have fewer. */
    public static ImageStream ofImages(FeatureSource source, int images) {
        return new ImageStream(source, images, Monitor.NONE, null);
    }

    /**
     * The same with a monitor, which receives the progress and may stop the work between ranges.
     *
     * @param name of the work
     */
    public ImageStream watchedBy(Monitor watching, String name) {
        return new ImageStream(source, images, watching, name);
    }

    /**
     * A range of images.
     *
     * @param first image of the range
     * @param batch valid within the scope of the work on this range
     */
    public record Range(int first, Batch batch) {
        /** Number of images. */
        public int images() {
            return batch.images();
        }

        /** All patches of the range, (images * cells) x D; not to be modified. */
        public Tensor rows() {
            return batch.rows(0, batch.images());
        }

        /** Number of the first patch among all of the source. */
        public int firstPatch() {
            return first * batch.grid().cells();
        }
    }

    /** Processes one range after the other. */
    public void forEach(Consumer<Range> action) {
        for (int range = 0; range < count(); range++) {
            try (Scope scope = Scope.open()) {
                action.accept(range(range));
            }
            monitor.onProgress(done(range), source.images());
        }
    }

    /**
     * Processes ranges with several threads.
     *
     * @param task runs on any thread, concurrently with others
     * @param combine receives the results, in the order of the ranges
     */
    public <T> void forEach(Workers workers, Function<Range, T> task, Consumer<? super T> combine) {
        workers.forEach(count(), range -> task.apply(range(range)), counting(combine));
    }

    /**
     * Like {@link #forEach(Workers, Function, Consumer)} for ranges that take unequal time: threads need not wait for
     * their turn.
     *
     * @param task its result must outlive its scope
     */
    public <T> void forEachAhead(Workers workers, Function<Range, T> task, Consumer<? super T> combine) {
        workers.forEachAhead(count(), range -> task.apply(range(range)), counting(combine));
    }

    private int count() {
        return (source.images() + images - 1) / images;
    }

    private Range range(int range) {
        if (work != null) {
            monitor.check(work);
        }
        int first = range * images;
        return new Range(first, source.range(first, Math.min(images, source.images() - first)));
    }

    private long done(int range) {
        return Math.min((range + 1L) * images, source.images());
    }

    private <T> Consumer<T> counting(Consumer<? super T> combine) {
        int[] next = {0};
        return found -> {
            combine.accept(found);
            monitor.onProgress(done(next[0]++), source.images());
        };
    }
}
