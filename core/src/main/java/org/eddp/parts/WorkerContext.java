package org.eddp.parts;

import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;
import org.eddp.monitor.Monitor;
import org.eddp.tensor.Workers;

/**
 * The context in which a process executes work for others: its threads, the monitor that may stop it, and the resources that
 * earlier work opened and later work can use again. Used by one thread at a time.
 */
public final class WorkerContext implements AutoCloseable {
    private final Workers workers;
    private final Monitor monitor;
    private final Map<Class<?>, Kept> things = new HashMap<>();

    /**
     * A context in which nothing is open yet.
     *
     * @param workers closed with this
     */
    public WorkerContext(Workers workers, Monitor monitor) {
        this.workers = workers;
        this.monitor = monitor;
    }

    /** An open resource and the key it was opened with. */
    private record Kept(Object key, AutoCloseable thing) {}

    /** Threads; not to be closed. */
    public Workers workers() {
        return workers;
    }

    public Monitor monitor() {
        return monitor;
    }

    /**
     * A resource that takes long to open. One resource of each kind is cached. A request with another key closes it and opens a
     * new one.
     *
     * @param key everything that determines what is opened
     */
    public <T extends AutoCloseable> T kept(Class<T> kind, Object key, Supplier<? extends T> open) {
        Kept known = things.get(kind);
        if (known == null || !known.key().equals(key)) {
            if (known != null) {
                things.remove(kind);
                close(known.thing());
            }
            known = new Kept(key, open.get());
            things.put(kind, known);
        }
        return kind.cast(known.thing());
    }

    /** Closes everything, the threads last. */
    @Override
    public void close() {
        things.values().forEach(kept -> close(kept.thing()));
        things.clear();
        workers.close();
    }

    private static void close(AutoCloseable thing) {
        try {
            thing.close();
        } catch (RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new IllegalStateException(
                    "a resource that was opened for work cannot be closed: " + e.getMessage(), e);
        }
    }
}
