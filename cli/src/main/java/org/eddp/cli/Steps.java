package org.eddp.cli;

import java.util.Locale;
import org.eddp.monitor.Stopped;

/** Runs commands as a user would, one after the other. */
final class Steps {
    private Steps() {}

    /** Shows a command and runs it; ends with its failure. */
    static void run(String... arguments) {
        System.err.println("eddp " + String.join(" ", arguments));
        long begin = System.nanoTime();
        int code = Main.commandLine().execute(arguments);
        // a short step may end before it notices; the next must not begin
        if (code == Failures.STOPPED || Interruption.requested()) {
            throw new Stopped("stopped; finished steps are kept, repeat the command to go on");
        }
        if (code != 0) {
            throw new IllegalArgumentException("the step 'eddp " + String.join(" ", arguments) + "' failed");
        }
        System.err.printf(Locale.ROOT, "(%.0f s)%n", (System.nanoTime() - begin) / 1e9);
    }
}
