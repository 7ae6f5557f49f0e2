package org.eddp.cli.command;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.eddp.cli.option.CommandText;
import org.eddp.images.input.Preprocessing;
import org.eddp.study.FirstLook;

/**
 * A look as the commands that do the same one by one, and those that ask further.
 *
 * @param folder of its run
 */
record LookSteps(Path network, Path images, Path folder, FirstLook.Result look) {

    List<String> commands() {
        String features = folder.resolve(FirstLook.FEATURES).toString();
        String run = folder.toString();
        boolean tested = look.choices().get(FirstLook.TEST).value().equals(FirstLook.YES);
        Preprocessing input = look.preprocessing();
        return List.of(
                CommandText.of(List.of(
                        "features",
                        "--network",
                        network.toString(),
                        "--layer",
                        look.choices().get(FirstLook.LAYER).value(),
                        "--images",
                        images.toString(),
                        "--preprocess",
                        "plain",
                        "--crop",
                        input.cropHeight() + "x" + input.cropWidth(),
                        "--resize",
                        Integer.toString(input.resize()),
                        "--scale",
                        Double.toString(input.scale()),
                        "--mean",
                        numbers(input.mean()),
                        "--std",
                        numbers(input.deviation()),
                        "--channels",
                        input.channels().name(),
                        "--interpolation",
                        input.interpolation().name(),
                        "--out",
                        features)),
                CommandText.of(List.of(
                        "learn",
                        "--features",
                        features,
                        "--concepts",
                        Integer.toString(look.concepts()),
                        "--out",
                        run)),
                CommandText.of(List.of("influence", "--run", run)) + (tested ? "" : " --no-test"),
                CommandText.of(List.of("explain", "--run", run, "--image", "FILE")),
                CommandText.of(List.of("report", "--run", run)),
                studio());
    }

    /** Opens the run in the browser. */
    String studio() {
        return CommandText.of(List.of("studio", folder.toString()));
    }

    private static String numbers(double[] values) {
        return Arrays.stream(values).mapToObj(Double::toString).collect(Collectors.joining(","));
    }
}
