package org.eddp.network.torch.script;

import java.util.Iterator;
import java.util.stream.LongStream;

/** Whole numbers in a row. */
record Range(long start, long end, long step) implements Iterable<Object> {
    @Override
    public Iterator<Object> iterator() {
        return LongStream.iterate(start, i -> step > 0 ? i < end : i > end, i -> i + step)
                .mapToObj(i -> (Object) i)
                .iterator();
    }
}
