package org.eddp.monitor;

/** Shows the progress of a piece of work as that of the whole. */
record PartMonitor(Monitor whole, double from, double to) implements Monitor {
    /** Fine enough for any display. */
    private static final long SCALE = 1_000_000;

    PartMonitor {
        if (!(from >= 0 && from <= to && to <= 1)) {
            throw new IllegalArgumentException("a part from " + from + " to " + to + " must lie within 0 .. 1");
        }
    }

    @Override
    public void onProgress(long done, long total) {
        whole.onProgress(Math.round(SCALE * (from + (to - from) * done / Math.max(1, total))), SCALE);
    }

    @Override
    public void remark(String text) {
        whole.remark(text);
    }

    @Override
    public boolean stopRequested() {
        return whole.stopRequested();
    }
}
