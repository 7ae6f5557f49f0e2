package org.eddp.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.eddp.files.Version;

/** Writes the stack trace of an unexpected exception to a log file, because the terminal shows one message only. */
final class BugReport {
    private BugReport() {}

    /**
     * Writes the log.
     *
     * @param args of the command that failed
     * @return tells the user how to report the bug, for the end of a message
     */
    static String write(Throwable thrown, List<String> args) {
        try {
            Path log = Files.createTempFile("eddp-bug-", ".log");
            try (PrintWriter out = new PrintWriter(Files.newBufferedWriter(log))) {
                out.println("eddp " + Version.current());
                out.println("Java " + Runtime.version() + " on " + System.getProperty("os.name") + " "
                        + System.getProperty("os.arch"));
                out.println("command: eddp " + String.join(" ", args));
                out.println();
                thrown.printStackTrace(out);
            }
            return "report it with the stack trace in " + log;
        } catch (IOException e) { // no room, or no right to write there
            return "run again with EDDP_DEBUG=1 and report what it prints";
        }
    }
}
