package org.eddp.study;

import org.eddp.monitor.Monitor;

/**
 * Numbers the stages of work whose number is known in advance: "2 of 4: learn". A piece of work may open several stages
 * one after the other; they have the same number.
 */
final class StagesInOrder {
    private final Monitor whole;
    private final int pieces;
    private int number;

    /**
     * Nothing has begun.
     *
     * @param pieces number of pieces of work
     */
    StagesInOrder(Monitor whole, int pieces) {
        this.whole = whole;
        this.pieces = pieces;
    }

    /** The monitor of the next piece. */
    Monitor next() {
        number++;
        return new Piece(whole, number + " of " + pieces + ": ");
    }

    private record Piece(Monitor whole, String front) implements Monitor {
        @Override
        public void onProgress(long done, long total) {
            whole.onProgress(done, total);
        }

        @Override
        public Stage stage(String name, long total) {
            return whole.stage(front + name, total);
        }

        @Override
        public void remark(String text) {
            whole.remark(text);
        }

        @Override
        public boolean wantsDetails() {
            return whole.wantsDetails();
        }

        @Override
        public boolean stopRequested() {
            return whole.stopRequested();
        }
    }
}
