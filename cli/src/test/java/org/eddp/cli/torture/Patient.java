package org.eddp.cli.torture;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import org.eddp.cli.Main;

/**
 * Runs commands without faults. They run in this process, because starting Java and the engine takes longer than the commands
 * themselves.
 */
final class Patient {
    private Patient() {}

    /** Runs a command to its end. */
    static Victim.End run(List<String> words) {
        PrintStream out = System.out;
        PrintStream err = System.err;
        ByteArrayOutputStream said = new ByteArrayOutputStream();
        PrintStream heard = new PrintStream(said, true, StandardCharsets.UTF_8);
        try {
            System.setOut(new PrintStream(PrintStream.nullOutputStream(), false, StandardCharsets.UTF_8));
            System.setErr(heard);
            int code = Main.run(words.toArray(String[]::new));
            heard.flush();
            return new Victim.End(code, said.toString(StandardCharsets.UTF_8), Duration.ZERO);
        } finally {
            System.setOut(out);
            System.setErr(err);
        }
    }
}
