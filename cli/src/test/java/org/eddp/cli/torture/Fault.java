package org.eddp.cli.torture;

import java.util.Locale;

/** What is done to a command while it works. */
enum Fault {
    /** The process ends at a random moment, as by {@code kill -9}. */
    KILL("killed with -9"),
    /** The same without killing: the files at a random moment, copied while the process is stopped; see {@link FrozenStates}. */
    FREEZE("files as of a kill"),
    /** There is no room for more at a random byte of what it writes. */
    FULL("disk full"),
    /** From a random moment on nothing can be written. */
    READ_ONLY("folder read-only"),
    /** The folder it writes to is gone from a random moment on, as a disk that is unplugged. */
    VANISH("its folder vanishes"),
    /** The folder it reads is gone from a random moment on. */
    UNPLUG("its input vanishes"),
    /** Another process gets the same command at a random moment. */
    SECOND("two writers");

    private final String words;

    Fault(String words) {
        this.words = words;
    }

    String words() {
        return words;
    }

    /** As it is called on the command line. */
    String option() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
