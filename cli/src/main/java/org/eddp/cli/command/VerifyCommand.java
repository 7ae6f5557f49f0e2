package org.eddp.cli.command;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.eddp.cli.option.NotRecorded;
import org.eddp.cli.terminal.PrintingCommand;
import org.eddp.failure.Failure;
import org.eddp.files.FileFailure;
import org.eddp.files.json.Json;
import org.eddp.reference.ReferenceCheck;
import org.eddp.reference.Verification;
import org.eddp.tensor.DType;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code eddp verify}: recomputes a reference file. */
@Command(
        name = "verify",
        header = "Recompute a file of reference numbers.",
        description = {
            "Recomputes every quantity of a reference file and prints the largest relative error of each,"
                    + " in double and in single precision.",
            "Exit code 1 if any error in double exceeds 1e-8."
        },
        footer = {"", "Example:", "  ./eddp verify core/src/test/resources/golden/losses.json"})
final class VerifyCommand extends PrintingCommand {
    private static final double LIMIT = ReferenceCheck.LIMIT;

    @Parameters(paramLabel = "FILE.json", description = "Reference file; its layout: docs/formats.md.")
    private Path file;

    @NotRecorded
    @Option(names = "--json", paramLabel = "FILE", description = "Also write the errors as JSON.")
    private Path json;

    /** One line of the table. */
    record Quantity(String name, double errorInDouble, double errorInFloat) {}

    /** Content of {@code --json}. */
    record Report(double limit, boolean passed, List<Quantity> quantities) {}

    @Override
    public Integer call() {
        List<Verification.Case> cases = readCases();
        Map<String, Double> inDouble = worst(cases, DType.FLOAT64);
        Map<String, Double> inFloat = worst(cases, DType.FLOAT32);
        List<Quantity> quantities = new ArrayList<>();
        out().printf("%-24s %12s %12s%n", "quantity", "double", "float");
        inDouble.forEach((name, error) -> {
            quantities.add(new Quantity(name, error, inFloat.get(name)));
            out().printf(
                            Locale.ROOT,
                            "%-24s %12.2e %12.2e%s%n",
                            name,
                            error,
                            inFloat.get(name),
                            error > LIMIT ? "   exceeds " + LIMIT : "");
        });
        double largest = inDouble.values().stream()
                .mapToDouble(Double::doubleValue)
                .max()
                .orElse(0);
        boolean passed = largest <= LIMIT;
        out().printf(
                        Locale.ROOT,
                        "%d quantities of %d cases; largest error in double %.2e: %s%n",
                        quantities.size(),
                        cases.size(),
                        largest,
                        passed ? "reproduced" : "NOT reproduced (limit " + LIMIT + ")");
        if (json != null) {
            Json.write(json, new Report(LIMIT, passed, quantities));
        }
        return passed ? 0 : ExitCode.SOFTWARE;
    }

    private List<Verification.Case> readCases() {
        Verification.Case.File content = Json.readTolerantly(file, Verification.Case.File.class);
        if (content.cases() == null || content.cases().isEmpty()) {
            throw new FileFailure("cannot verify " + file + ": it has no cases; expected {\"cases\": [...]}");
        }
        return content.cases();
    }

    private Map<String, Double> worst(List<Verification.Case> cases, DType type) {
        Map<String, Double> worst = new LinkedHashMap<>();
        for (int i = 0; i < cases.size(); i++) {
            try {
                Verification.errors(cases.get(i), type).forEach((name, e) -> worst.merge(name, e, Math::max));
            } catch (Failure e) {
                throw new FileFailure("cannot verify case " + (i + 1) + " of " + file + ": " + e.getMessage(), e);
            }
        }
        return worst;
    }
}
