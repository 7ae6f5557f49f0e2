package org.eddp.cli.command;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.eddp.cli.option.CommandText;
import org.eddp.images.input.Preprocessing;
import org.eddp.study.FirstLook;
import picocli.CommandLine.Model.CommandSpec;

/**
 * A look as the commands that do the same one by one, and those that ask further.
 *
 * @param command that is being run; learning takes over its options
 * @param folder of its run
 */
record LookSteps(CommandSpec command, Path network, Path images, Path folder, FirstLook.Result look) {

    List<String> commands() {
        Path features = folder.resolve(FirstLook.FEATURES);
        boolean tested = look.choices().get(FirstLook.TEST).value().equals(FirstLook.YES);
        Preprocessing input = look.preprocessing();
        return Stream.of(
                        start("features")
                                .with("--network", network)
                                .with(
                                        "--layer",
                                        look.choices().get(FirstLook.LAYER).value())
                                .with("--images", images)
                                .with("--preprocess", "plain")
                                .with("--crop", input.cropHeight() + "x" + input.cropWidth())
                                .with("--resize", input.resize())
                                .with("--scale", Double.toString(input.scale()))
                                .with("--mean", numbers(input.mean()))
                                .with("--std", numbers(input.deviation()))
                                .with("--channels", input.channels().name())
                                .with("--interpolation", input.interpolation().name())
                                .with("--out", features),
                        start("learn")
                                .with("--features", features)
                                .with("--concepts", look.concepts())
                                .withOptionsOf(command)
                                .with("--out", folder),
                        start("influence").with("--run", folder).with("--no-test", !tested),
                        start("audit").with("--run", folder),
                        start("explain").with("--run", folder).with("--image", "FILE"),
                        start("report").with("--run", folder),
                        studio())
                .map(CommandText::toString)
                .toList();
    }

    /** Opens the run in the browser. */
    CommandText studio() {
        return start("studio").and(List.of(folder.toString()));
    }

    private CommandText start(String name) {
        return CommandText.start(command.root(), name);
    }

    private static String numbers(double[] values) {
        return Arrays.stream(values).mapToObj(Double::toString).collect(Collectors.joining(","));
    }
}
