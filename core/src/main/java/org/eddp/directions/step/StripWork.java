package org.eddp.directions.step;

import java.io.Serializable;
import java.util.List;
import java.util.function.Consumer;
import org.eddp.parts.Work;
import org.eddp.parts.Work.WorkOrder;
import org.eddp.tensor.Scope;

/**
 * A pass over the strips of a batch; a unit is a strip.
 *
 * @param passes the earlier passes, and this one as the last
 * @param memory of a process that works for others; null where the strips belong to the caller, which has already run the earlier
 *     passes on them
 */
record StripWork<T extends Serializable>(Strips strips, List<Pass<?>> passes, WorkOrder<T> order, CachedStrips memory)
        implements Work<T> {
    @Override
    public int units() {
        return strips.tiling.strips();
    }

    @Override
    public boolean preferFewTasks() {
        return true;
    }

    @Override
    @SuppressWarnings("unchecked") // the results are those of the last pass
    public void run(int first, int end, Consumer<? super T> inOrder) {
        Pass<T> last = (Pass<T>) passes.get(passes.size() - 1);
        try (Scope scope = Scope.open()) {
            if (memory == null) {
                strips.forEach(last, first, end, inOrder);
                return;
            }
            memory.catchUp(passes, first, end);
            int[] strip = {first};
            strips.forEach(last, first, end, found -> {
                memory.done(strip[0]++, passes.size());
                inOrder.accept(found);
            });
        }
    }
}
