package org.eddp.features;

/** Watches an extraction. Calls come one at a time. */
public interface ExtractionMonitor {
    /**
     * More images are done.
     *
     * @param done of the list, broken ones and those of an earlier, interrupted extraction included
     * @param total in the list
     */
    void onImages(int done, int total);

    /** Whether to stop; what is finished stays. */
    boolean stopRequested();
}
