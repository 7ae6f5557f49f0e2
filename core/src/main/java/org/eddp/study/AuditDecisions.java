package org.eddp.study;

import java.util.List;
import org.eddp.audit.Audit;
import org.eddp.audit.AuditNotes;
import org.eddp.audit.Suspect;
import org.eddp.failure.InvalidInput;
import org.eddp.files.FolderLock;
import org.eddp.names.Named;
import org.eddp.run.Results;
import org.eddp.run.Run;

/** What people decided about the suspects of a run's audit. */
public final class AuditDecisions {
    private AuditDecisions() {}

    /** The decisions so far. */
    public static AuditNotes of(Run run) {
        return run.read(Results.AUDIT_NOTES)
                .orElseGet(() -> AuditNotes.empty(run.options().command(), run.digest()));
    }

    /**
     * Keeps a decision in the run.
     *
     * @param audit that has the suspect
     * @param concepts numbers of its concepts, in any order
     * @param label number of its class
     * @param verdict null to forget an earlier decision
     * @param text reason; may be null
     * @throws InvalidInput if the audit has no such suspect
     */
    public static AuditNotes decide(
            Run run, Audit audit, List<Integer> concepts, int label, AuditNotes.Verdict verdict, String text) {
        Suspect suspect = suspect(audit, concepts, label);
        try (FolderLock lock = run.writing()) {
            AuditNotes known = of(run);
            AuditNotes changed = verdict == null
                    ? known.without(suspect)
                    : known.with(new AuditNotes.Note(concepts, label, verdict, text));
            if (!changed.equals(known)) {
                run.write(Results.AUDIT_NOTES, changed, run.options().command());
            }
            return changed;
        }
    }

    private static Suspect suspect(Audit audit, List<Integer> concepts, int label) {
        List<Integer> sorted = concepts.stream().sorted().toList();
        return audit.suspects().stream()
                .filter(suspect -> suspect.label().number() == label
                        && suspect.concepts().stream()
                                .map(Named::number)
                                .sorted()
                                .toList()
                                .equals(sorted))
                .findFirst()
                .orElseThrow(() -> new InvalidInput("the audit has no suspect of concepts " + concepts + " and "
                        + audit.outputs().noun() + " " + label + "; audit the run again"));
    }
}
