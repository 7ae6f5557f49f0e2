package org.eddp.cli.terminal;

import java.io.IOException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import sun.misc.Signal;
import sun.misc.SignalHandler;

/**
 * Ctrl-C and kill: stops the work, and gives it a moment to save its state. Then the process ends, whatever it does: a
 * native call may take minutes, or never return. Files are replaced in one step, so what was saved before stays whole.
 */
public final class Interruption implements AutoCloseable {
    /** Leaves the virtual machine time to end, so that a process exits within two seconds. */
    private static final long PATIENCE_MILLIS = 1200;

    private static final Logger LOG = LoggerFactory.getLogger(Interruption.class);

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
            if (!finished.await(PATIENCE_MILLIS, TimeUnit.MILLISECONDS)) {
                System.err.println("eddp: stopped in the middle of a step; what was saved before it is complete");
                end();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /**
     * Ends the process by the signal itself. The usual way runs the exit handlers of native libraries first, which takes the engine's
     * tables away from a call that is still running, and that is a crash. Java does not raise a signal that it does not handle, so
     * another program does.
     */
    private static void end() throws InterruptedException {
        try {
            Signal.handle(new Signal("TERM"), SignalHandler.SIG_DFL);
            String self = Long.toString(ProcessHandle.current().pid());
            new ProcessBuilder("kill", "-TERM", self).start().waitFor();
            Thread.sleep(PATIENCE_MILLIS); // the signal arrives earlier
        } catch (IllegalArgumentException | IOException e) {
            LOG.debug("cannot end by a signal", e); // a system without this signal, or without kill
        }
        Runtime.getRuntime().halt(143);
    }

    /** The work is done, or has stopped. */
    @Override
    public void close() {
        finished.countDown();
    }
}
