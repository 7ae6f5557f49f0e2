package org.eddp.names;

import java.util.List;
import java.util.stream.Collectors;
import org.eddp.files.json.Json;

/**
 * A concept or a class: its number, and its name if it has one.
 *
 * @param name null if there is none
 */
public record Named(int number, @Json.MayBeNull String name) {
    /** For example "12 grass", or "12" if it has no name. Names are spelled for people: with spaces, not underscores. */
    @Override
    public String toString() {
        return name == null ? Integer.toString(number) : number + " " + spelled();
    }

    private String spelled() {
        return name.replace('_', ' ');
    }

    /** The name alone, or the kind and the number if it has none. */
    public String plain(String kind) {
        return name == null ? kind + " " + number : spelled();
    }

    /** Several one after the other; "none" if there are none. */
    public static String list(List<Named> all) {
        return all.isEmpty() ? "none" : all.stream().map(Named::toString).collect(Collectors.joining(", "));
    }

    /** In a sentence, without a number before the name, which would read as an amount: "grass", or class 12. */
    public String inSentence(String kind) {
        return name == null ? kind + " " + number : "\u201c" + spelled() + "\u201d";
    }
}
