package org.eddp.words;

import java.util.ArrayList;
import java.util.List;
import org.eddp.files.Json;
import org.eddp.files.Version;

/**
 * Content of {@code notebook.json}: what somebody noted about concepts. Names are not here but among the {@link GivenNames}, which
 * every command uses.
 *
 * @param eddp version that wrote it
 * @param command that wrote it
 * @param directions digest of the directions it is about
 * @param notes by rising number of their concepts; a concept without any is not there
 */
public record Notebook(String eddp, String command, String directions, List<Note> notes) {
    private static final int LONGEST_NOTE = 10_000;
    private static final int LONGEST_TAG = 40;
    private static final int MOST_TAGS = 20;

    public Notebook {
        notes = List.copyOf(notes);
    }

    /**
     * What was noted about a concept.
     *
     * @param bookmarked whether to find it again easily
     * @param tags words of one's own
     * @param text anything; null if there is none
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
                throw new IllegalArgumentException(
                        "a concept has at most " + MOST_TAGS + " tags of at most " + LONGEST_TAG + " characters each");
            }
            if (text != null && text.length() > LONGEST_NOTE) {
                throw new IllegalArgumentException("a note has at most " + LONGEST_NOTE + " characters");
            }
        }

        boolean isEmpty() {
            return !bookmarked && tags.isEmpty() && text == null;
        }
    }

    /** One without notes. */
    public static Notebook empty(String command, String directions) {
        return new Notebook(Version.current(), command, directions, List.of());
    }

    /** The note about a concept, an empty one if there is none. */
    public Note of(int number) {
        return notes.stream()
                .filter(note -> note.number() == number)
                .findFirst()
                .orElse(new Note(number, false, List.of(), null));
    }

    /** The same with another note about one concept. */
    public Notebook with(Note changed) {
        List<Note> all = new ArrayList<>(
                notes.stream().filter(note -> note.number() != changed.number()).toList());
        if (!changed.isEmpty()) {
            all.add(changed);
        }
        all.sort((a, b) -> Integer.compare(a.number(), b.number()));
        return new Notebook(eddp, command, directions, all);
    }
}
