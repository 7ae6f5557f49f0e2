package org.eddp.studio;

import java.util.function.Supplier;
import org.eddp.files.FolderLock;

/** Writes into a run. Waits a little while another part of the studio writes, because a result is written in an instant. */
final class WhenFree {
    private static final int TRIES = 40;
    private static final long WAIT_MILLIS = 50;

    private WhenFree() {}

    static <T> T write(Supplier<T> writing) {
        for (int tries = 1; ; tries++) {
            try {
                return writing.get();
            } catch (FolderLock.Taken e) {
                if (tries == TRIES || !waited()) {
                    throw e;
                }
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
