package org.eddp.cli;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.util.function.Consumer;
import org.eddp.monitor.Monitor;
import org.eddp.parts.Distributor;
import org.eddp.parts.Part;
import org.eddp.parts.Work;
import org.eddp.parts.Work.WorkOrder;
import org.eddp.parts.WorkerContext;
import org.eddp.tensor.Workers;

/**
 * A distributor as a cluster is one: the order is sent as bytes to every one of several workers, the last does its units first, and what units
 * gave comes back as bytes.
 */
final class Elsewhere implements Distributor {
    private final int workers;
    private int opened;

    Elsewhere(int workers) {
        this.workers = workers;
    }

    /** How many workers had anything to do. */
    int opened() {
        return opened;
    }

    @Override
    public <R> void run(Work<R> work, int first, int end, Consumer<? super R> inOrder) {
        WorkOrder<R> order = work.order();
        byte[][] results = new byte[end - first][];
        for (int w = workers; w >= 1; w--) {
            Part part = new Part(w, workers);
            int from = first + part.first(end - first);
            int to = first + part.end(end - first);
            if (from < to) {
                doThere(sent(order), from, to, first, results);
            }
        }
        for (byte[] result : results) {
            inOrder.accept(order.fromBytes(result));
        }
    }

    private <R> void doThere(WorkOrder<R> order, int from, int to, int first, byte[][] results) {
        opened++;
        try (WorkerContext place = new WorkerContext(new Workers(1), Monitor.NONE);
                Work<R> there = order.open(place)) {
            for (int unit = from; unit < to; unit++) {
                int slot = unit - first;
                there.run(unit, unit + 1, result -> results[slot] = order.toBytes(result));
            }
        }
    }

    @SuppressWarnings("unchecked")
    private static <R> WorkOrder<R> sent(WorkOrder<R> order) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(order);
            out.flush();
            return (WorkOrder<R>) new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray())).readObject();
        } catch (IOException | ClassNotFoundException e) {
            throw new IllegalStateException(e);
        }
    }
}
