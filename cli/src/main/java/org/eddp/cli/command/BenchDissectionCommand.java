package org.eddp.cli.command;

import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.eddp.bench.DissectionBenchmark;
import org.eddp.cli.option.Threads;
import org.eddp.files.Json;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code eddp bench dissection}: sparse counting against the dense form. */
@Command(
        name = "dissection",
        header = "Dissection by sparse counting against its dense form.",
        mixinStandardHelpOptions = true,
        description = "448 detectors on 2,000 annotated images, made up. The dense form is measured on fewer images and"
                + " extrapolated, as printed.",
        footer = {"", "Example:", "  ./eddp bench dissection"})
final class BenchDissectionCommand implements Callable<Integer> {
    @Option(names = "--json", paramLabel = "FILE", description = "Also write the measurements as JSON.")
    private Path json;

    @Mixin
    private Threads threads;

    @Override
    public Integer call() {
        DissectionBenchmark.Report report =
                DissectionBenchmark.run(DissectionBenchmark.Options.usual(threads.count()), System.err::println);
        System.out.println(report.text());
        if (json != null) {
            Json.write(json, report);
        }
        return 0;
    }
}
