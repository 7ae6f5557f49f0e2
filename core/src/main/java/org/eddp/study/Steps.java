package org.eddp.study;

import java.util.Locale;
import org.eddp.monitor.Monitor;
import org.eddp.monitor.Stopped;

/**
 * Steps of long work, each named by the command that repeats it alone and followed by the time it took.
 *
 * @param monitor told about them
 */
public record Steps(Monitor monitor) {
    /** Runs a step. */
    public void run(String command, Runnable step) {
        monitor.remark(command);
        long begin = System.nanoTime();
        try {
            step.run();
            // a short step may end before it notices; the next must not begin
            monitor.check("the work");
        } catch (Stopped e) {
            throw new Stopped("stopped; finished steps are kept, repeat the command to go on");
        }
        monitor.remark(String.format(Locale.ROOT, "(%.0f s)", (System.nanoTime() - begin) / 1e9));
    }
}
