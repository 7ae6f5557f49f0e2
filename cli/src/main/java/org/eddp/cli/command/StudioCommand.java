package org.eddp.cli.command;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.eddp.cli.option.CommandText;
import org.eddp.cli.option.NetworkThenImages;
import org.eddp.cli.option.NotAsked;
import org.eddp.cli.option.RunOptions;
import org.eddp.cli.option.Threads;
import org.eddp.cli.terminal.Console;
import org.eddp.cli.terminal.PrintingCommand;
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
        header = "Look into runs in the browser, and ask what if.",
        description = {
            "Starts a server that this machine alone can reach, prints its address and opens it: concepts with pictures, search and a map;"
                    + " why an image was classified as it was; what the network would say if concepts were otherwise; names and notes.",
            "With --network and --images it also makes new runs: choose a layer, watch the losses come to their targets, stop and resume.",
            "Every number is the one that the command shown beside it prints. Ctrl-C ends it."
        },
        footer = {
            "",
            "Examples:",
            "  ./eddp studio",
            "  ./eddp studio runs/photos",
            "  ./eddp studio --network model.onnx --images photos",
            "  ./eddp studio --read-only --no-browser --port 8080"
        })
public final class StudioCommand extends PrintingCommand {
    private static final long LOOK_MILLIS = 100;

    @Parameters(
            arity = "0..*",
            paramLabel = "RUN",
            description = "Runs, or folders below which there are some (default: runs, or --out).")
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

    @NotAsked
    @Option(
            names = "--out",
            paramLabel = "DIR",
            description = "Folder that new runs go into (default: runs); their features go into features beside it.")
    private Path out = Path.of("runs");

    @Option(
            names = "--class-names",
            paramLabel = "FILE",
            description = {RunOptions.CLASS_NAMES, "Runs of networks with another number of classes do not take them."})
    private Path classNames;

    @Option(names = "--port", paramLabel = "N", description = "Port to listen on (default: any that is free).")
    private int port;

    @Option(
            names = "--listen",
            paramLabel = "ADDRESS",
            description = {
                "Listen on this address of the machine instead of on loopback alone. Anyone who has the printed address, or"
                        + " can read what passes over the network, can then look at the runs and their pictures, let this machine compute"
                        + " and, without --read-only, change names and notes and, with --network, make runs."
            })
    private String listen;

    @Option(names = "--read-only", description = "Nothing is written into runs, and none are made, from the browser.")
    private boolean readOnly;

    @Option(names = "--no-browser", description = "Only print the address.")
    private boolean noBrowser;

    @Mixin
    private Threads threads;

    @Override
    public Integer call() throws InterruptedException {
        Console console = new Console();
        requireSomething();
        Run.Options how = new Run.Options(null, null, null, classNames, threads.count(), CommandText.of(spec));
        List<Path> places = runs == null ? List.of(out) : runs;
        try (Studio studio = Studio.start(
                new Studio.Options(places, listen, port, readOnly, how, template()),
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

    /** Says how to make a run if there is none, and reads the names of classes before a server is started. */
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

    /** What new runs are made from; null if none are. */
    private RunTemplate template() {
        if ((network == null) != (images == null)) {
            throw new IllegalArgumentException("to study a network give both --network FILE and --images DIR");
        }
        if (network != null) {
            NetworkThenImages.requireOrder(network, images, "studio --network", "--images ");
        }
        return network == null ? null : new RunTemplate(network, images, out, LearnCommand::write);
    }
}
