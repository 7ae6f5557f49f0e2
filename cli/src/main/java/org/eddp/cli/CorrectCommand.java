package org.eddp.cli;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.eddp.features.PatchLayer;
import org.eddp.files.AtomicFile;
import org.eddp.files.Folders;
import org.eddp.files.Json;
import org.eddp.intervene.Correction;
import org.eddp.intervene.CorrectionResults;
import org.eddp.report.ResultPages;
import org.eddp.tensor.Activation;
import org.eddp.tensor.Scope;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code eddp correct}: a network that no longer relies on a concept. */
@Command(
        name = "correct",
        header = "A network that no longer relies on a concept, as a file.",
        mixinStandardHelpOptions = true,
        description = {
            "Puts the suppression of one or more concepts into the network behind the layer of study and writes the result:"
                    + " ONNX for an ONNX network, TorchScript for a TorchScript network.",
            "With --evaluate, compares the network before and after on labelled images; with --controls, also with random"
                    + " directions and with the filter in place of the signal vector."
        },
        footer = {
            "",
            "Examples:",
            "  ./eddp correct --run runs/chess --concept 5 --out fixed.onnx",
            "  ./eddp correct --run runs/chess --concept 5,7 --out fixed.onnx --evaluate test --controls"
        })
final class CorrectCommand implements Callable<Integer> {
    private static final int RANDOM_CONTROLS = 10;
    private static final int MOST_CLASSES = 12;
    static final String CORRECTED = "corrected";

    @Mixin
    private RunOptions options;

    @Option(
            names = "--concept",
            required = true,
            split = ",",
            paramLabel = "CONCEPT",
            description = "Concepts to take out, in this order and each once, by number or name.")
    private List<String> concepts;

    @Option(names = "--out", required = true, paramLabel = "FILE", description = "The corrected network.")
    private Path out;

    @Option(
            names = "--evaluate",
            paramLabel = "DIR",
            description = "Images in subfolders that are named after classes, or their numbers.")
    private Path evaluate;

    @Option(
            names = "--controls",
            description = "Evaluate controls too: " + RANDOM_CONTROLS
                    + " random directions, and the filter in place of the signal vector.")
    private boolean controls;

    @Option(names = "--seed", paramLabel = "S", description = "Seed of the controls (default: ${DEFAULT-VALUE}).")
    private long seed = 1;

    @Override
    public Integer call() {
        if (controls && evaluate == null) {
            throw new IllegalArgumentException("--controls are evaluated; give the images with --evaluate");
        }
        OpenRun run = options.open();
        ConceptNames names = options.conceptNames();
        int[] chosen = names.parse("--concept", concepts);
        Correction correction = Correction.of(
                run.directions(),
                chosen,
                StoredStatistics.of(options),
                run.provenance().activation());
        if (run.provenance().activation() == Activation.SILU) {
            System.err.println(
                    "the layer's activation is SiLU, which also follows the correction and so changes patches"
                            + " without the concept too; compare the network before and after with --evaluate");
        }
        try (Scope scope = Scope.open();
                OpenNetwork network = new OpenNetwork(options)) {
            PatchLayer layer = network.layer();
            boolean script = network.network().format().startsWith("TorchScript");
            LabelledImages images = evaluate == null ? null : LabelledImages.of(evaluate, network, options);
            CorrectedFile.write(run.networkFile(options.network()), script, layer, correction, out);
            System.out.println("Network: " + out);
            LabelledEvaluation evaluation = evaluate == null
                    ? null
                    : LabelledEvaluation.of(images, network, options, corrections(correction), out);
            CorrectionResults results = new CorrectionResults(
                    options.command(),
                    options.digest(),
                    out.toString(),
                    Arrays.stream(chosen).mapToObj(names::of).toList(),
                    evaluate == null ? null : evaluate.toString(),
                    evaluation == null ? null : evaluation.deviation(),
                    evaluation == null ? List.of() : evaluation.classes(),
                    evaluation == null ? List.of() : evaluation.evaluations());
            print(results);
            write(results);
            return results.agrees() ? 0 : Failures.FAILED;
        }
    }

    private Map<String, Correction> corrections(Correction correction) {
        Map<String, Correction> all = new LinkedHashMap<>();
        all.put(CORRECTED, correction);
        if (controls) {
            all.put("control: filter", correction.withFilters());
            for (int k = 1; k <= RANDOM_CONTROLS; k++) {
                all.put("control: random " + k, correction.withRandomDirections(seed + k));
            }
        }
        return all;
    }

    private void write(CorrectionResults results) {
        Path folder = Folders.prepare(options.folder().resolve("corrections"));
        String name = name(results);
        Json.write(folder.resolve(name + ".json"), results);
        AtomicFile.writeString(folder.resolve(name + ".html"), ResultPages.page(results));
        System.out.println("Page: " + folder.resolve(name + ".html"));
        if (options.json() != null) {
            Json.write(options.json(), results);
        }
    }

    /** The same correction, evaluated alike, has the same name; where the network is written to does not matter. */
    private String name(CorrectionResults results) {
        String numbers = results.concepts().stream()
                .map(c -> Integer.toString(c.number()))
                .collect(Collectors.joining("-"));
        return FileNames.unique(
                "without-" + FileNames.of(numbers),
                numbers,
                StoredStatistics.source(options),
                evaluate == null ? "" : evaluate.toAbsolutePath().normalize(),
                controls ? seed : "");
    }

    private static void print(CorrectionResults results) {
        if (results.images() == null) {
            return;
        }
        (results.agrees() ? System.out : System.err).println(results.agreement());
        System.out.println();
        System.out.printf("%-24s %9s %8s%n", "network", "accuracy", "change");
        double before = results.evaluations().get(0).accuracy();
        for (CorrectionResults.Evaluation e : results.evaluations()) {
            System.out.printf(Locale.ROOT, "%-24s %9.4f %+8.4f%n", e.name(), e.accuracy(), e.accuracy() - before);
        }
        changes(results);
        if (results.classes().size() > MOST_CLASSES) {
            System.out.println("confusion of " + results.classes().size() + " classes: in the JSON file");
        } else {
            results.evaluations().subList(0, 2).forEach(e -> confusion(results, e));
        }
    }

    private static void changes(CorrectionResults results) {
        List<CorrectionResults.Change> changes = results.changes();
        if (results.classes().size() <= MOST_CLASSES) {
            return; // the confusion matrices say it
        }
        System.out.println();
        if (changes.isEmpty()) {
            System.out.println("no class has another number of images predicted rightly than before");
        }
        changes.stream()
                .limit(MOST_CLASSES)
                .forEach(c -> System.out.printf(
                        "%-24s %d of %d right before, %d after%n", c.label(), c.before(), c.images(), c.after()));
        if (changes.size() > MOST_CLASSES) {
            System.out.println("... and " + (changes.size() - MOST_CLASSES) + " more classes that changed");
        }
    }

    private static void confusion(CorrectionResults results, CorrectionResults.Evaluation evaluation) {
        System.out.printf("%n%-24s", "confusion, " + evaluation.name());
        results.classes().forEach(c -> System.out.printf(" %9s", cut(c.toString(), 9)));
        System.out.printf(" %9s%n", "others");
        for (int r = 0; r < results.classes().size(); r++) {
            System.out.printf("%-24s", cut(results.classes().get(r).toString(), 24));
            for (long count : evaluation.confusion()[r]) {
                System.out.printf(" %9d", count);
            }
            System.out.println();
        }
    }

    private static String cut(String text, int most) {
        return text.length() <= most ? text : text.substring(0, most);
    }
}
