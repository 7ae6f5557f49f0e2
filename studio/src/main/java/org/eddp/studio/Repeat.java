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
 * @param shows which ones
 */
record Repeat(String shows, String command) {
    /** Of a whole run. */
    static List<Repeat> run(OpenRun open, boolean healthy, boolean measured, Phrases phrases) {
        String folder = open.folder().toString();
        if (!healthy && measured) {
            return List.of(everything("coverage and redundancy", folder, phrases));
        }
        String shows = healthy ? "health, coverage and redundancy" : "health, coverage and redundancy, once it has run";
        return List.of(new Repeat(shows, phrases.command(List.of("health", "--run", folder))));
    }

    /** Of concepts: what stands in results that are there, and what detectors do without labels. */
    static List<Repeat> concepts(OpenRun open, boolean named, Phrases phrases) {
        String folder = open.folder().toString();
        List<Repeat> repeats = new ArrayList<>();
        repeats.add(new Repeat(
                "patches, reliability and duplicates of every concept",
                phrases.command(List.of("health", "--run", folder, "--json", "health.json"))));
        if (named) {
            repeats.add(everything("names, IoU, precision and F1", folder, phrases));
        }
        return repeats;
    }

    private static Repeat everything(String shows, String folder, Phrases phrases) {
        return new Repeat(shows, phrases.command(List.of("report", "--run", folder, "--json", "report.json")));
    }

    /**
     * How classes are moved.
     *
     * @param influence as it was measured; null if it was not
     */
    static String influence(Path run, List<Integer> classes, Influence influence, Phrases phrases) {
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
