package org.eddp.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.eddp.network.onnx.file.Model;
import org.eddp.testkit.TinyNetworks;
import org.eddp.testkit.TinyRun;
import picocli.CommandLine;

/** Runs commands in this process, and makes the files of {@link TinyRun} by commands, so that they record their commands. */
final class RunCommands {
    private RunCommands() {}

    record Outcome(int code, String out, String err) {}

    /** Makes {@code NAME.onnx}, {@code pictures/}, {@code names.txt} and the run {@code NAME-run} in a folder. */
    static Path make(Path folder, String name, boolean deep) throws IOException {
        return make(folder, name, TinyNetworks.network(deep, TinyRun.SIZE, 2));
    }

    /**
     * Makes the same for a network of one's own.
     *
     * @param model with a layer "maps"
     * @param more options of {@code eddp features}
     */
    static Path make(Path folder, String name, Model model, String... more) throws IOException {
        TinyRun.files(folder, name, model);
        ok(features(
                folder.resolve(name + ".onnx"), folder.resolve("pictures"), folder.resolve(name + "-features"), more));
        ok(eddp(
                "learn",
                "--features",
                folder.resolve(name + "-features").toString(),
                "--concepts",
                Integer.toString(TinyRun.CONCEPTS),
                "--epochs",
                "20,20,20",
                "--out",
                folder.resolve(name + "-run").toString()));
        return folder.resolve(name + "-run");
    }

    /** Features of the layer "maps", of pictures that are taken as they are. */
    static Outcome features(Path network, Path images, Path out, String... more) {
        List<String> args = new ArrayList<>(List.of(
                "features",
                "--network",
                network.toString(),
                "--layer",
                "maps",
                "--images",
                images.toString(),
                "--preprocess",
                "plain",
                "--out",
                out.toString()));
        args.addAll(List.of(more));
        return eddp(args.toArray(String[]::new));
    }

    static void ok(Outcome outcome) {
        assertThat(outcome.code()).as(outcome.err()).isZero();
    }

    static Outcome eddp(String... args) {
        PrintStream standardErr = System.err;
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        try {
            System.setErr(new PrintStream(err, true, StandardCharsets.UTF_8));
            CommandLine line = Main.commandLine();
            line.setOut(new PrintWriter(out, true, StandardCharsets.UTF_8));
            line.setErr(new PrintWriter(err, true, StandardCharsets.UTF_8));
            int code = line.execute(args);
            return new Outcome(code, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
        } finally {
            System.setErr(standardErr);
        }
    }
}
