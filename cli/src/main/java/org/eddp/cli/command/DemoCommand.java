package org.eddp.cli.command;

import java.nio.file.Path;
import org.eddp.cli.option.CommandText;
import org.eddp.cli.option.NotRecorded;
import org.eddp.cli.option.ShellText;
import org.eddp.cli.option.Threads;
import org.eddp.cli.terminal.Console;
import org.eddp.cli.terminal.PrintingCommand;
import org.eddp.experiments.world.Demo;
import org.eddp.files.Folders;
import org.eddp.study.FirstLook;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code eddp demo}: trains a network and looks at it, without files of the user. */
@Command(
        name = "demo",
        header = "Try it without any files: draw pictures, train a small network on them, and look into it.",
        description = {
            "Draws annotated pictures of houses, boats, cars and people, and trains a small network that tells them"
                    + " apart. Then it does what eddp look does with your own network, and ends in the same page,"
                    + " index.html. Takes a minute or two.",
            "./eddp studio opens the result in the browser. Repeat the command to continue after an interruption."
        },
        footer = {"", "Example:", "  ./eddp demo"})
final class DemoCommand extends PrintingCommand {
    @NotRecorded
    @Option(names = "--out", paramLabel = "DIR", description = "Folder of the demo (default: ${DEFAULT-VALUE}).")
    private Path out = Path.of("runs", "demo");

    @Mixin
    private Threads threads;

    @Override
    public Integer call() {
        Path folder = Folders.prepare("--out", out);
        Console console = new Console();
        Demo demo = Demo.make(folder.resolve("world"), threads.count(), console);
        console.remark("the network is trained; the next steps are those of ./eddp look NETWORK IMAGES");
        FirstLook.Options options = demo.look(threads.count(), CommandText.of(spec));
        new LookRun(spec, demo.network(), demo.pictures(), folder, console, out()).run(options);
        out().println("Why one picture was classified as it was: "
                + ShellText.of(spec.root(), demo.explanation(folder)));
        return 0;
    }
}
