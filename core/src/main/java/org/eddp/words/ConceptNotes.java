package org.eddp.words;

import java.util.ArrayList;
import java.util.List;
import org.eddp.failure.InvalidInput;
import org.eddp.files.Version;
import org.eddp.files.json.Json;

/**
 * Content of {@code notebook.json}: notes of the user about concepts. Names are in {@link GivenNames}, which every
 * command uses.
 *
 * @param eddp version that wrote it
 * @param command that wrote it
 * @param directions digest of the directions it is about
 * @param notes by rising number of their concepts; concepts without notes are left out
 */
public record ConceptNotes(String eddp, String command, String directions, List<Note> notes) {
    private static final int LONGEST_NOTE = 10_000;
    private static final int LONGEST_TAG = 40;
    private static final int MOST_TAGS = 20;

    public ConceptNotes {
        notes = List.copyOf(notes);
    }

    /**
     * A note about a concept.
     *
     * @param bookmarked whether the concept is bookmarked
     * @param tags of the user
     * @param text free text; null if there is none
     */
    public record Note(
            int number,
            boolean bookmarked,
            List<String> tags,
            @Json.MayBeNull String text) {
        public Note {
            tags = tags.stream()
                    .map(String::strip)
                    .filter(tag -> !tag.isEmpty())
                    .distinct()
                    .toList();
            text = text == null || text.isBlank() ? null : text.strip();
            if (tags.size() > MOST_TAGS || tags.stream().anyMatch(tag -> tag.length() > LONGEST_TAG)) {
                throw new InvalidInput(
                        "a concept has at most " + MOST_TAGS + " tags of at most " + LONGEST_TAG + " characters each");
            }
            if (text != null && text.length() > LONGEST_NOTE) {
                throw new InvalidInput("a note has at most " + LONGEST_NOTE + " characters");
            }
        }

        boolean isEmpty() {
            return !bookmarked && tags.isEmpty() && text == null;
        }
    }

    /** One without notes. */
    public static ConceptNotes empty(String command, String directions) {
        return new ConceptNotes(Version.current(), command, directions, List.of());
    }

    /** The note about a concept, an empty one if there is none. */
    public Note of(int number) {
        return notes.stream()
                .filter(note -> note.number() == number)
                .findFirst()
                .orElse(new Note(number, false, List.of(), null));
    }

    /** The same with another note about one concept. */
    public ConceptNotes with(Note changed) {
        List<Note> all = new ArrayList<>(
                notes.stream().filter(note -> note.number() != changed.number()).toList());
        if (!changed.isEmpty()) {
            all.add(changed);
        }
        all.sort((a, b) -> Integer.compare(a.number(), b.number()));
        return new ConceptNotes(eddp, command, directions, all);
    }
}
