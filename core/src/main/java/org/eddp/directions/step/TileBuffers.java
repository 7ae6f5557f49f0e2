package org.eddp.directions.step;

import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.eddp.tensor.Buffers;
import org.eddp.tensor.DType;

/** Memory that evaluations reuse: intermediate results of every tile, and scratch for workers. */
final class TileBuffers implements AutoCloseable {
    private final List<Buffers> tiles = new ArrayList<>();
    /** All scratch buffers ever made, to be released; and those that no worker is using. */
    private final Queue<Buffers> scratch = new ConcurrentLinkedQueue<>();

    private final Queue<Buffers> freeScratch = new ConcurrentLinkedQueue<>();
    private DType type;

    /**
     * Releases all buffers if they held numbers of another type.
     *
     * @return whether they did
     */
    boolean holdNumbersOf(DType wanted) {
        boolean other = wanted != type;
        if (other) {
            close();
            type = wanted;
        }
        return other;
    }

    /** Makes sure that there are buffers for this many tiles. */
    void reserve(int count) {
        while (tiles.size() < count) {
            tiles.add(new Buffers(type));
        }
    }

    /** The intermediate results of a tile between passes. */
    Buffers tile(int tile) {
        return tiles.get(tile);
    }

    /** Scratch that no other worker uses; on any thread. */
    Buffers takeScratch() {
        Buffers free = freeScratch.poll();
        if (free == null) {
            free = new Buffers(type);
            scratch.add(free);
        }
        return free;
    }

    /** Returns scratch; on any thread. */
    void giveBack(Buffers used) {
        freeScratch.add(used);
    }

    @Override
    public void close() {
        tiles.forEach(Buffers::close);
        tiles.clear();
        freeScratch.clear();
        scratch.forEach(Buffers::close);
        scratch.clear();
    }
}
