package org.eddp.files;

/**
 * How work was asked for.
 *
 * @param command the request without the settings that results do not depend on, such as threads and folders. Results contain
 *     it, and are the same wherever the work was done
 * @param typed the command line, as the user can type it again here; null if the request did not come from a command line
 */
public record Request(String command, @Json.MayBeNull String typed) {
    /** A request by a program, without a command line. */
    public static final Request PROGRAM = new Request("a program", null);

    /** The words to repeat it with: as typed, if it was. */
    public String words() {
        return typed == null ? command : typed;
    }
}
