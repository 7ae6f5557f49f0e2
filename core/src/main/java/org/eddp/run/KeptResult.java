package org.eddp.run;

import org.eddp.files.FileFailure;
import org.eddp.files.FolderLock;
import org.eddp.monitor.Monitor;

/**
 * Writes a result that needed a pass over the features into the run. A failure to write does not matter: the result
 * itself is still used.
 */
final class KeptResult {
    private static final int TRIES = 10;
    private static final long WAIT_MILLIS = 50;

    private KeptResult() {}

    /**
     * Writes the result. Waits a little while another part of the program writes, because a single result is written in
     * an instant.
     *
     * @param words the name of the result for the remark
     */
    static <T> void keep(Run run, Result<T> result, T value, String words, Monitor monitor) {
        for (int tries = 1; ; tries++) {
            try {
                run.write(result, value, run.options().command());
                return;
            } catch (FolderLock.Taken e) {
                if (tries == TRIES || !waited()) {
                    monitor.remark(words + " not kept: " + e.getMessage());
                    return;
                }
            } catch (FileFailure e) {
                monitor.remark(words + " not kept: " + e.getMessage());
                return;
            }
        }
    }

    private static boolean waited() {
        try {
            Thread.sleep(WAIT_MILLIS);
            return true;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
