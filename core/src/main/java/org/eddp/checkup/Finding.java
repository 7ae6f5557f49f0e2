package org.eddp.checkup;

/**
 * One thing that was looked at.
 *
 * @param name of it
 * @param found in words
 * @param good whether it is as it should be
 * @param advice what to do if not; empty if nothing has to be done
 */
public record Finding(String name, String found, boolean good, String advice) {
    static Finding good(String name, String found) {
        return new Finding(name, found, true, "");
    }

    static Finding bad(String name, String found, String advice) {
        return new Finding(name, found, false, advice);
    }

    /** Good or bad. */
    static Finding of(boolean good, String name, String found, String advice) {
        return good ? good(name, found) : bad(name, found, advice);
    }
}
