package org.eddp.audit;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.eddp.network.OutputKind;

/** The first findings of an audit, in a few lines. */
public final class FirstFindings {
    /** Suspects that are shown at first. */
    public static final int SHOWN = 3;

    private FirstFindings() {}

    /**
     * A line for each of the first suspects, or one that says that nothing is suspicious.
     *
     * @param notes suspects that were dismissed are left out
     */
    public static List<String> of(Audit audit, AuditNotes notes) {
        List<Suspect> open = notes.open(audit);
        int dismissed = audit.suspects().size() - open.size();
        if (open.isEmpty() && dismissed > 0) {
            return List.of("Nothing is open: "
                    + (dismissed == 1 ? "the only suspect was" : "all " + dismissed + " suspects were")
                    + " dismissed.");
        }
        if (open.isEmpty()) {
            return List.of(audit.sentence());
        }
        List<String> lines = new ArrayList<>();
        open.stream().limit(SHOWN).forEach(suspect -> lines.add(line(suspect, audit.outputs())));
        if (open.size() > SHOWN) {
            lines.set(SHOWN - 1, lines.get(SHOWN - 1) + " And " + (open.size() - SHOWN) + " more.");
        }
        return lines;
    }

    /** The suspect in a few words: "cat" rests on concept 3. */
    public static String title(Suspect suspect, OutputKind outputs) {
        return suspect.label().inSentence(outputs.noun()) + " rests on "
                + (suspect.concepts().size() == 1 ? "concept " : "concepts ")
                + suspect.concepts().stream().map(Object::toString).collect(Collectors.joining(", "));
    }

    private static String line(Suspect suspect, OutputKind outputs) {
        return title(suspect, outputs) + ": " + facts(suspect, outputs);
    }

    /** How often the suspect is there, and what removal does if it was tried on pictures of the class. */
    public static String facts(Suspect suspect, OutputKind outputs) {
        AuditedPair.Reliance reliance = suspect.pair().reliance();
        AuditedPair.Removal together = suspect.together();
        return String.format(
                Locale.ROOT,
                "it is in %s of the %,d pictures taken for %s and in %s of the others%s.",
                SuspectText.percent(reliance.share()),
                reliance.pictures(),
                suspect.label().inSentence(outputs.noun()),
                SuspectText.percent(reliance.otherShare()),
                together.pictures() == 0
                        ? ""
                        : "; without it the margin shrinks by " + SuspectText.percent(together.marginLost())
                                + SuspectText.sample(reliance, together));
    }
}
