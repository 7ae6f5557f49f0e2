package org.eddp.cli.terminal;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Ctrl-C and kill: asks the work to stop and keeps the process alive until it has. Ending the process in the middle of a
 * native call can crash it, and would lose what was learned since the last checkpoint.
 */
public final class Interruption implements AutoCloseable {
    private static final long PATIENCE_SECONDS = 60;
    private static volatile boolean requested;

    private final CountDownLatch finished = new CountDownLatch(1);

    private Interruption() {}

    public static Interruption install() {
        Interruption interruption = new Interruption();
        Runtime.getRuntime().addShutdownHook(new Thread(interruption::stopAndWait, "eddp-stop"));
        return interruption;
    }

    /** Whether the user asked to stop. */
    static boolean requested() {
        return requested;
    }

    private void stopAndWait() {
        requested = true;
        try {
            finished.await(PATIENCE_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** The work is done, or has stopped. */
    @Override
    public void close() {
        finished.countDown();
    }
}
