package org.eddp.cli;

import org.eddp.Stopped;

/** Runs commands as a user would, one after the other. */
final class Steps {
    private Steps() {}

    /** Shows a command and runs it; ends with its failure. */
    static void run(String... arguments) {
        System.err.println("eddp " + String.join(" ", arguments));
        int code = Main.commandLine().execute(arguments);
        if (code == Failures.STOPPED) {
            throw new Stopped("stopped; finished steps are kept, repeat the command to go on");
        }
        if (code != 0) {
            throw new IllegalArgumentException("the step 'eddp " + String.join(" ", arguments) + "' failed");
        }
    }
}
