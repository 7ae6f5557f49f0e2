package org.eddp.studio;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.eddp.files.FileNames;
import org.eddp.files.json.Circumstances.Request;
import org.eddp.intervene.Edit;
import org.eddp.study.repair.RepairStudy;

/** The command lines that print the content of a view. The program that starts the studio implements this interface. */
public interface CommandLines {
    /** A command line of these arguments, as a shell takes it. */
    String command(List<String> arguments);

    /** A command line of these arguments as recorded in results. */
    default Request request(List<String> arguments) {
        return new Request(command(arguments), command(arguments));
    }

    /** The arguments that make edits of an image. */
    List<String> edits(List<Edit> edits);

    /** The command that explains an image. */
    default String explain(Path run, Path image, String label, String against) {
        List<String> arguments =
                new ArrayList<>(List.of("explain", "--run", run.toString(), "--image", image.toString()));
        if (label != null) {
            arguments.addAll(List.of("--class", label));
        }
        if (against != null) {
            arguments.addAll(List.of("--against", against));
        }
        return command(arguments);
    }

    /** The command that removes concepts from the network; it writes the corrected network to the current folder. */
    default String correct(Path run, RepairStudy.Options options) {
        List<String> arguments = new ArrayList<>(List.of(
                "correct",
                "--run",
                run.toString(),
                "--concept",
                String.join(",", options.concepts()),
                "--out",
                FileNames.last(options.out())));
        if (options.merge()) {
            arguments.add("--merge");
        }
        if (options.evaluate() != null) {
            arguments.addAll(List.of("--evaluate", options.evaluate().toString()));
        }
        if (options.controls()) {
            arguments.add("--controls");
        }
        return command(arguments);
    }

    /**
     * The command that looks for the smallest edit of an image.
     *
     * @param to class to reach; null for any other
     */
    default String search(Path run, Path image, String to) {
        List<String> arguments =
                new ArrayList<>(List.of("edit", "--run", run.toString(), "--image", image.toString(), "--search"));
        if (to != null) {
            arguments.addAll(List.of("--to", to));
        }
        return command(arguments);
    }

    /** The command that edits an image. */
    default String edit(Path run, Path image, List<Edit> edits) {
        List<String> arguments = new ArrayList<>(List.of("edit", "--run", run.toString(), "--image", image.toString()));
        arguments.addAll(edits(edits));
        return command(arguments);
    }

    /**
     * The command that prints a concept.
     *
     * @param threshold another one to try, or null
     */
    default String concept(Path run, int concept, Double threshold) {
        List<String> arguments =
                new ArrayList<>(List.of("concept", "--run", run.toString(), "--concept", String.valueOf(concept)));
        if (threshold != null) {
            arguments.addAll(List.of("--threshold", threshold.toString()));
        }
        return command(arguments);
    }

    /**
     * The command that prints the contents of the images of a class, or edits all of them.
     *
     * @param label number of the class; null for a list of all
     */
    default String classes(Path run, Integer label, List<Edit> edits) {
        List<String> arguments = new ArrayList<>(List.of("class", "--run", run.toString()));
        if (label != null) {
            arguments.addAll(List.of("--class", label.toString()));
        }
        if (!edits.isEmpty()) {
            arguments.addAll(edits(edits));
        }
        return command(arguments);
    }
}
