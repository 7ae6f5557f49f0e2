package org.eddp.files;

/**
 * How work was asked for.
 *
 * @param command what was asked, without what results do not depend on, such as threads and folders: results carry it, and
 *     are the same wherever the work was done
 * @param typed the same as a person can give it again here; null if nobody typed anything
 */
public record Request(String command, @Json.MayBeNull String typed) {
    /** Work of a program that nobody typed a command for. */
    public static final Request PROGRAM = new Request("a program", null);

    /** The words to repeat it with: as typed, if it was. */
    public String words() {
        return typed == null ? command : typed;
    }
}
