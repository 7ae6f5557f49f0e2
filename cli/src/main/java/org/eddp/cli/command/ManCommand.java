package org.eddp.cli.command;

import java.nio.file.Path;
import java.util.Map;
import org.eddp.cli.manual.ManualPages;
import org.eddp.cli.terminal.PrintingCommand;
import org.eddp.files.AtomicFile;
import org.eddp.files.Folders;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code eddp man}: manual pages. */
@Command(
        name = "man",
        header = "Manual pages of all commands, for man.",
        description = "Writes eddp.1, eddp-learn.1 and so on into a folder: what --help says, as pages of section 1.",
        footer = {"", "Example:", "  ./eddp man ~/.local/share/man/man1 && man eddp-learn"})
final class ManCommand extends PrintingCommand {
    @Parameters(paramLabel = "DIR", description = "Folder of the pages, usually called man1.")
    private Path folder;

    @Override
    public Integer call() {
        Path place = Folders.prepare("the manual pages' folder", folder);
        Map<String, String> pages = ManualPages.of(spec.root());
        pages.forEach((name, page) -> AtomicFile.writeString(place.resolve(name), page));
        out().println(place + ": " + pages.size() + " pages");
        return 0;
    }
}
