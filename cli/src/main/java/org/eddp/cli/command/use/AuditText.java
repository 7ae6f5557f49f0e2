package org.eddp.cli.command.use;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.eddp.audit.Appearance;
import org.eddp.audit.Audit;
import org.eddp.audit.AuditNotes;
import org.eddp.audit.AuditedPair;
import org.eddp.audit.Suspect;
import org.eddp.cli.option.ShellText;
import picocli.CommandLine.Model.CommandSpec;

/** An audit in words. */
final class AuditText {
    private static final int SHOWN = 10;

    private AuditText() {}

    /**
     * The suspects with the commands that repair and verify them, and the pairs with the highest scores.
     *
     * @param notes that people made about suspects
     * @param commands of a suspect, as {@link #commands} gives them
     */
    static String of(Audit audit, AuditNotes notes, Function<Suspect, List<String>> commands) {
        StringBuilder text = new StringBuilder();
        add(
                text,
                audit.isClean()
                        ? audit.sentence()
                        : (audit.suspects().size() == 1
                                        ? "One suspect"
                                        : audit.suspects().size() + " suspects")
                                + audit.sample());
        for (Suspect suspect : audit.suspects()) {
            add(text, "");
            add(text, suspect.sentence());
            notes.of(suspect).ifPresent(note -> add(text, "  - " + note.words()));
            suspect.checks().forEach(check -> add(text, "  - " + check));
            if (suspect.repair() != null) {
                add(text, "  - " + suspect.repair().sentence());
            }
            commands.apply(suspect).forEach(command -> add(text, "  " + command));
        }
        text.append(String.format(
                "%n%-24s %-24s %6s %6s %6s %7s %7s %7s %6s %6s%n",
                "concept", audit.outputs().noun(), "score", "in", "else", "contrib", "margin", "gap", "d'", "varies"));
        audit.ranking().stream().limit(SHOWN).forEach(pair -> text.append(line(pair)));
        return text.toString();
    }

    private static void add(StringBuilder text, String line) {
        text.append(line).append(System.lineSeparator());
    }

    /**
     * The commands that show a suspect, repair it, and verify the repair.
     *
     * @param program whose commands they are
     * @param run folder of the run
     * @param places options that say where network and features are now, if they were given
     * @param network name of the file of the network; the repaired one has the same ending
     */
    static Function<Suspect, List<String>> commands(
            CommandSpec program, Path run, List<String> places, String network) {
        String ending = network.contains(".") ? network.substring(network.lastIndexOf('.')) : "";
        return suspect -> Stream.of(look(suspect, run), repair(suspect, run, ending))
                .map(command -> ShellText.of(
                        program,
                        Stream.concat(command.stream(), places.stream()).toList()))
                .toList();
    }

    private static List<String> look(Suspect suspect, Path run) {
        return List.of(
                "concept",
                "--run",
                run.toString(),
                "--concept",
                Integer.toString(suspect.concepts().get(0).number()));
    }

    /** Every suspect has a file of its own, so that a second repair does not replace the first. */
    private static List<String> repair(Suspect suspect, Path run, String ending) {
        String concepts = numbers(suspect, ",");
        String repaired = "corrected-without-" + numbers(suspect, "-") + ending;
        List<String> repair = new ArrayList<>(
                List.of("correct", "--run", run.toString(), "--concept", concepts, "--out", repaired, "--controls"));
        if (suspect.concepts().size() > 1) {
            repair.add("--merge");
        }
        return repair;
    }

    private static String numbers(Suspect suspect, String separator) {
        return suspect.concepts().stream()
                .map(concept -> Integer.toString(concept.number()))
                .collect(Collectors.joining(separator));
    }

    private static String line(AuditedPair pair) {
        Appearance look = pair.appearance();
        return String.format(
                Locale.ROOT,
                "%-24s %-24s %6.2f %6s %6s %7.2f %7s %7s %6s %6s%n",
                pair.concept(),
                pair.label(),
                pair.score(),
                percent(pair.reliance().share()),
                percent(pair.reliance().otherShare()),
                pair.reliance().contribution(),
                pair.removal().pictures() == 0 ? "-" : percent(pair.removal().marginLost()),
                percent(look == null ? pair.planting().gapClosed() : look.gapClosed()),
                look == null ? "-" : String.format(Locale.ROOT, "%.1f", look.separation()),
                look == null ? "-" : String.format(Locale.ROOT, "%.2f", look.variation()));
    }

    private static String percent(double share) {
        return Math.round(100 * share) + "%";
    }
}
