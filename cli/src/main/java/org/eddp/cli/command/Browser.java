package org.eddp.cli.command;

import java.io.IOException;
import java.util.Locale;

/** The browser of the user. */
final class Browser {
    private Browser() {}

    /** Opens an address if there is a browser. A failure is only reported, because the address is printed too. */
    static void open(String address) {
        String system = System.getProperty("os.name").toLowerCase(Locale.ROOT);
        if (!system.contains("mac") && System.getenv("DISPLAY") == null && System.getenv("WAYLAND_DISPLAY") == null) {
            return;
        }
        try {
            new ProcessBuilder(system.contains("mac") ? "open" : "xdg-open", address)
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
        } catch (IOException e) {
            System.err.println("eddp: no browser could be started; open the address above");
        }
    }
}
