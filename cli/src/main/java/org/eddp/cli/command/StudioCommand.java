package org.eddp.cli.command;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.eddp.cli.command.use.RunOptions;
import org.eddp.cli.option.CommandText;
import org.eddp.cli.option.NotRecorded;
import org.eddp.cli.option.Threads;
import org.eddp.cli.terminal.Console;
import org.eddp.cli.terminal.PrintingCommand;
import org.eddp.failure.InvalidInput;
import org.eddp.files.FileFailure;
import org.eddp.names.ClassNames;
import org.eddp.run.Run;
import org.eddp.studio.RunTemplate;
import org.eddp.studio.Studio;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code eddp studio}: runs in the browser. */
@Command(
        name = "studio",
        header = "Browse runs and try what-if edits in the browser.",
        description = {
            "Starts a server that only this machine can reach, prints its address and opens it in the"
                    + " browser: concepts with pictures, search and a map; why an image was classified as it was; what"
                    + " the network would predict after edits of concepts; names and notes.",
            "With --network and --images it also makes new runs: choose a layer, watch the losses, stop and"
                    + " resume.",
            "Each view shows the command that prints the same numbers. Ctrl-C stops the server."
        },
        footer = {
            "",
            "Examples:",
            "  ./eddp studio",
            "  ./eddp studio runs/photos",
            "  ./eddp studio --network model.onnx --images photos",
            "  ./eddp studio --read-only --no-browser --port 8080"
        })
final class StudioCommand extends PrintingCommand {
    private static final long LOOK_MILLIS = 100;

    @Parameters(
            arity = "0..*",
            paramLabel = "RUN",
            description = "Runs, or folders that contain runs (default: runs, or --out).")
    private List<Path> runs;

    @Option(
            names = "--network",
            paramLabel = "FILE",
            description =
                    "A network to be studied from the browser: ONNX, torch.export or TorchScript; needs --images.")
    private Path network;

    @Option(
            names = "--images",
            paramLabel = "DIR",
            description = "The pictures to study it on: a folder, a list of files, or a dataset in Broden layout.")
    private Path images;

    @NotRecorded
    @Option(
            names = "--out",
            paramLabel = "DIR",
            description = "Folder that new runs go into (default: runs); their features go into features beside it.")
    private Path out = Path.of("runs");

    @Option(
            names = "--class-names",
            paramLabel = "FILE",
            description = {RunOptions.CLASS_NAMES, "Runs of networks with another number of classes ignore them."})
    private Path classNames;

    @Option(names = "--port", paramLabel = "N", description = "Port to listen on (default: any free port).")
    private int port;

    @Option(
            names = "--listen",
            paramLabel = "ADDRESS",
            description = {
                "Listen on this address of the machine instead of on loopback alone. Anyone who has the printed"
                        + " address, or can read the network traffic, can then view the runs and their pictures, start"
                        + " computations on this machine and, without --read-only, change names and notes and, with"
                        + " --network, make runs."
            })
    private String listen;

    @Option(names = "--read-only", description = "The browser cannot change runs or make new ones.")
    private boolean readOnly;

    @Option(names = "--no-browser", description = "Only print the address.")
    private boolean noBrowser;

    @Mixin
    private Threads threads;

    @Override
    public Integer call() throws InterruptedException {
        Console console = new Console();
        requireSomething();
        Run.Options how = Run.Options.DEFAULT
                .withClassNames(classNames)
                .withThreads(threads.count())
                .withRequest(CommandText.of(spec));
        List<Path> places = runs == null ? List.of(out) : runs;
        try (Studio studio = Studio.start(
                Studio.Options.of(places.toArray(Path[]::new))
                        .withListen(listen)
                        .withPort(port)
                        .withReadOnly(readOnly)
                        .withRun(how)
                        .withTemplate(template()),
                new StudioPhrases(spec.root(), readOnly ? classNames : null))) {
            out().println(studio.runs() + (studio.runs() == 1 ? " run" : " runs") + "; Ctrl-C ends the studio");
            studio.remarks().forEach(out()::println);
            out().print(new StudioAccess(listen, readOnly, network != null).warning());
            out().println(studio.address());
            if (!noBrowser) {
                Browser.open(studio.address());
            }
            while (!console.stopRequested()) {
                Thread.sleep(LOOK_MILLIS);
            }
        }
        return 0;
    }

    /** Fails with advice if there is no run, and checks the names of classes, before a server starts. */
    private void requireSomething() {
        if (classNames != null) {
            ClassNames.read(classNames);
        }
        if (runs == null && network == null && !Files.isDirectory(out)) {
            throw new FileFailure(
                    "there is no folder " + out + " with runs here; make a run with ./eddp demo, or of your"
                            + " own network with ./eddp look NETWORK IMAGES");
        }
    }

    /** The inputs of new runs; null if there are none. */
    private RunTemplate template() {
        if ((network == null) != (images == null)) {
            throw new InvalidInput("to study a network give both --network FILE and --images DIR");
        }
        if (network != null) {
            NetworkThenImages.requireOrder(network, images, "studio --network", "--images ");
        }
        return network == null ? null : new RunTemplate(network, images, out, LearnCommand::write);
    }
}
