package org.eddp.studio;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.eddp.influence.Influence;

/**
 * A command that prints or writes numbers of a view.
 *
 * @param shows description of these numbers
 */
record ShownCommand(String shows, String command) {
    /** Commands about a whole run. */
    static List<ShownCommand> run(OpenRun open, boolean healthy, boolean measured, CommandLines phrases) {
        String folder = open.folder().toString();
        if (!healthy && measured) {
            return List.of(everything("coverage and redundancy", folder, phrases));
        }
        String shows = healthy ? "health, coverage and redundancy" : "health, coverage and redundancy, once it has run";
        return List.of(new ShownCommand(shows, phrases.command(List.of("health", "--run", folder))));
    }

    /** Commands about concepts: they print existing results, and measures without labels. */
    static List<ShownCommand> concepts(OpenRun open, boolean named, CommandLines phrases) {
        String folder = open.folder().toString();
        List<ShownCommand> repeats = new ArrayList<>();
        repeats.add(new ShownCommand(
                "patches, reliability and duplicates of every concept",
                phrases.command(List.of("health", "--run", folder, "--json", "health.json"))));
        if (named) {
            repeats.add(everything("names, IoU, precision and F1", folder, phrases));
        }
        return repeats;
    }

    private static ShownCommand everything(String shows, String folder, CommandLines phrases) {
        return new ShownCommand(shows, phrases.command(List.of("report", "--run", folder, "--json", "report.json")));
    }

    /**
     * Of influence.
     *
     * @param influence null if it was not measured
     */
    static String influence(Path run, List<Integer> classes, Influence influence, CommandLines phrases) {
        List<String> arguments = new ArrayList<>(List.of("influence", "--run", run.toString()));
        if (!classes.isEmpty()) {
            arguments.add("--class");
            arguments.add(classes.stream().map(String::valueOf).collect(Collectors.joining(",")));
        }
        if (influence != null && influence.test() == null) {
            arguments.add("--no-test");
        } else if (influence != null && Arrays.stream(influence.tried()).allMatch(noise -> noise == 0)) {
            arguments.addAll(List.of("--noise", "0"));
        }
        return phrases.command(arguments);
    }
}
