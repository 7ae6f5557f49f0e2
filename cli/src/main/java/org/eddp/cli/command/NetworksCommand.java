package org.eddp.cli.command;

import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.eddp.cli.option.JsonOption;
import org.eddp.cli.terminal.Console;
import org.eddp.cli.terminal.PrintingCommand;
import org.eddp.study.NetworkCheck;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code eddp networks}: checks many files at once, also against references. */
@Command(
        name = "networks",
        header = "Compares every network file of a folder with stored outputs of PyTorch, as a table.",
        description = {
            "Reads every ONNX and TorchScript file of a folder. If FILE.safetensors is beside FILE and has"
                    + " input, logits and features.NAME of layers as PyTorch computed them, layers and logits are"
                    + " compared with it.",
            "Prints a table in Markdown; ends with exit code 1 if a file could not be read or differs."
        },
        footer = {"", "Example:", "  ./eddp networks exported"})
final class NetworksCommand extends PrintingCommand {
    @Parameters(paramLabel = "DIR", description = "Folder of ONNX and TorchScript files.")
    private Path folder;

    @Mixin
    private JsonOption json;

    @Override
    public Integer call() {
        List<NetworkCheck.Row> rows = NetworkCheck.run(folder, new Console());
        out().println("| file | format | layers right | layer to study | above it | head right | largest error |");
        out().println("|---|---|---|---|---|---|---|");
        rows.forEach(row -> out().println(line(row)));
        json.write(rows);
        return rows.stream().allMatch(NetworkCheck.Row::right) ? 0 : 1;
    }

    private static String line(NetworkCheck.Row row) {
        if (row.problem() != null) {
            return "| " + row.file() + " | not read | - | - | - | - | "
                    + row.problem().replace("|", "/") + " |";
        }
        return String.format(
                Locale.ROOT,
                "| %s | %s | %s | %s | %s | %s | %s |",
                row.file(),
                row.format(),
                row.layersKnown() == 0 ? "-" : row.layersRight() + " of " + row.layersKnown(),
                row.layer() == null ? "none" : row.layer() + " (" + shape(row) + ")",
                row.layer() == null ? "-" : row.linear() ? "pooling, linear" : "more",
                row.headRight() == null ? "-" : row.headRight() ? "yes" : "no",
                row.largestError() == null ? "-" : String.format(Locale.ROOT, "%.1e", row.largestError()));
    }

    private static String shape(NetworkCheck.Row row) {
        return LongStream.of(row.shape()).mapToObj(Long::toString).collect(Collectors.joining(" x "));
    }
}
