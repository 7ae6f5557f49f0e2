package org.eddp.audit;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.eddp.failure.InvalidInput;
import org.eddp.files.Version;
import org.eddp.files.json.Json;
import org.eddp.names.Named;

/**
 * Content of {@code audit-notes.json}: which suspects of an audit people accepted or dismissed. A note belongs to a
 * class and a set of concepts, so it still applies when the audit is repeated.
 *
 * @param eddp version that wrote it
 * @param command that wrote it
 * @param directions digest of the directions it is about
 * @param notes by rising number of their class, then of their concepts
 */
public record AuditNotes(String eddp, String command, String directions, List<Note> notes) {
    private static final int LONGEST_NOTE = 10_000;
    private static final Comparator<Note> ORDER = Comparator.comparingInt(Note::label)
            .thenComparing(note -> note.concepts().toString());

    public AuditNotes {
        notes = List.copyOf(notes);
    }

    /** What a person decided about a suspect. */
    public enum Verdict {
        /** It is a flaw, to be repaired. */
        ACCEPTED,
        /** It is not a flaw: pages show it last, and checks skip it. */
        DISMISSED
    }

    /**
     * A note about a suspect.
     *
     * @param concepts numbers of its concepts, in rising order
     * @param label number of its class
     * @param text reason in words; null if there is none
     */
    public record Note(
            List<Integer> concepts,
            int label,
            Verdict verdict,
            @Json.MayBeNull String text) {
        public Note {
            concepts = concepts.stream().sorted().distinct().toList();
            text = text == null || text.isBlank() ? null : text.strip();
            if (concepts.isEmpty() || concepts.get(0) < 0 || label < 0) {
                throw new InvalidInput("a note is about at least one concept and a class, not about concepts "
                        + concepts + " and class " + label);
            }
            if (text != null && text.length() > LONGEST_NOTE) {
                throw new InvalidInput("a note has at most " + LONGEST_NOTE + " characters");
            }
        }

        private boolean isAbout(List<Integer> sorted, int other) {
            return label == other && concepts.equals(sorted);
        }

        /** The decision in words: "dismissed: a part of the object". */
        public String words() {
            String decision = verdict == Verdict.ACCEPTED ? "accepted as a flaw" : "dismissed";
            return text == null ? decision : decision + ": " + text;
        }
    }

    /** One without notes. */
    public static AuditNotes empty(String command, String directions) {
        return new AuditNotes(Version.current(), command, directions, List.of());
    }

    /** The note about a suspect, if there is one. */
    public Optional<Note> of(Suspect suspect) {
        List<Integer> concepts = numbers(suspect);
        return notes.stream()
                .filter(note -> note.isAbout(concepts, suspect.label().number()))
                .findFirst();
    }

    public boolean isDismissed(Suspect suspect) {
        return of(suspect).filter(note -> note.verdict() == Verdict.DISMISSED).isPresent();
    }

    /** The suspects of an audit that are not dismissed, strongest first. */
    public List<Suspect> open(Audit audit) {
        return audit.suspects().stream()
                .filter(suspect -> !isDismissed(suspect))
                .toList();
    }

    /** The same with another note about one suspect. */
    public AuditNotes with(Note changed) {
        return replaced(changed.concepts(), changed.label(), Stream.of(changed));
    }

    /** The same without a note about a suspect. */
    public AuditNotes without(Suspect suspect) {
        return replaced(numbers(suspect), suspect.label().number(), Stream.empty());
    }

    private AuditNotes replaced(List<Integer> concepts, int label, Stream<Note> by) {
        List<Note> all = new ArrayList<>(
                notes.stream().filter(note -> !note.isAbout(concepts, label)).toList());
        by.forEach(all::add);
        all.sort(ORDER);
        return new AuditNotes(eddp, command, directions, all);
    }

    private static List<Integer> numbers(Suspect suspect) {
        return suspect.concepts().stream().map(Named::number).sorted().toList();
    }
}
