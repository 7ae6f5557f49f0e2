package org.eddp.study;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.eddp.explain.ConceptOutputs;
import org.eddp.failure.InvalidInput;
import org.eddp.features.PatchLayer;
import org.eddp.files.FileFailure;
import org.eddp.files.Folders;
import org.eddp.files.Version;
import org.eddp.files.json.Json;
import org.eddp.images.input.Preprocessing;
import org.eddp.intervene.ConceptStatistics;
import org.eddp.monitor.Monitor;
import org.eddp.names.Named;
import org.eddp.network.LinearReadout;
import org.eddp.network.NetworkFailure;
import org.eddp.network.load.DeclaredPreprocessing;
import org.eddp.network.load.Networks;
import org.eddp.network.onnx.execution.OnnxNetwork;
import org.eddp.network.onnx.file.Model;
import org.eddp.network.onnx.file.ModelMetadata;
import org.eddp.run.Run;
import org.eddp.run.RunNetwork;
import org.eddp.run.StoredStatistics;
import org.eddp.tensor.Scope;

/**
 * The network of a run as an ONNX file that also computes concepts: explanations in any ONNX runtime, without this
 * program.
 */
public final class NetworkExport {
    /** Name of the metadata entry that describes the concepts; {@link Notes} as JSON. */
    public static final String NOTE = "eddp.concepts";

    private NetworkExport() {}

    /**
     * Options of the export.
     *
     * @param out file to create or replace; its name ends in {@code .onnx}
     * @param maps whether to add the contributions of all patches
     */
    public record Options(Path out, boolean maps) {
        public Options {
            if (!out.toString().toLowerCase(Locale.ROOT).endsWith(".onnx")) {
                throw new InvalidInput(
                        "the exported network " + out + " is always an ONNX file; give a name that ends in .onnx");
            }
        }

        /** Concepts of the whole image only. */
        public static Options of(Path out) {
            return new Options(out, false);
        }

        /** The same with {@code maps} changed. */
        public Options withMaps(boolean changed) {
            return new Options(out, changed);
        }
    }

    /**
     * The result of the export.
     *
     * @param notes as written to the file
     * @param contributions whether the file has contributions; without, the head is more than pooling and one linear
     *     layer
     * @param agreement how far the file agrees with explanations in this process; null without contributions
     */
    public record Result(Notes notes, boolean contributions, Agreement agreement) {}

    /**
     * How far contributions of the file and of explanations in this process agree.
     *
     * @param difference largest difference between contributions
     * @param largest contribution, by size
     * @param images compared
     * @param noise whether they are images of noise, because the pictures of the run cannot be read
     */
    public record Agreement(double difference, double largest, int images, boolean noise) {
        /** Largest difference in single precision, relative to the largest contribution or 1. */
        public static final double TOLERANCE = 1e-3;

        /** Whether they differ by rounding only. */
        public boolean isRounding() {
            return difference <= TOLERANCE * Math.max(1, largest);
        }
    }

    /**
     * An output of the file.
     *
     * @param shape lengths, or names of those that are open
     */
    public record Output(String name, String shape) {}

    /**
     * The description of concepts in a file.
     *
     * @param version of this program
     * @param layer of the directions
     * @param directions their digest
     * @param network digest of the network that concepts were added to
     * @param grid rows and columns of patches
     * @param outputs that were added
     * @param concepts by number; the name is null where there is none
     * @param classes by number; empty where none has a name
     */
    public record Notes(
            String version,
            String layer,
            String directions,
            String network,
            int[] grid,
            List<Output> outputs,
            List<Named> concepts,
            List<Named> classes) {}

    /**
     * Writes the file.
     *
     * @throws NetworkFailure if the network cannot take concepts
     */
    public static Result run(Run run, Options options, Monitor monitor) {
        RunNetwork network = run.network();
        network.requireDecisions();
        refuseOriginal(network, options.out());
        try (Scope scope = Scope.open()) {
            Model original = model(network);
            PatchLayer layer = network.layer();
            Optional<LinearReadout> readout = network.readout();
            if (readout.isEmpty()) {
                monitor.remark("the head is more than pooling and one linear layer: the file has scores and presence of"
                        + " concepts; contributions need a linear head"
                        + (options.maps() ? ", and so do their maps" : ""));
            }
            ConceptOutputs outputs = new ConceptOutputs(original, layer, run.directions());
            ConceptStatistics values = readout.isPresent() ? StoredStatistics.of(run, monitor) : null;
            readout.ifPresent(linear -> outputs.addContributions(
                    OnnxNetwork.logitsOf(original, isOnnx(network.file()) ? network.output() : null),
                    linear,
                    run.provenance().activation(),
                    values.absence(),
                    options.maps()));
            Model model = outputs.model();
            Notes notes = notes(run, layer, original, model);
            monitor.check("exporting");
            if (options.out().toAbsolutePath().getParent() != null) {
                Folders.prepare("the folder", options.out().toAbsolutePath().getParent());
            }
            Model.write(options.out(), ModelMetadata.with(model, texts(run, notes)));
            return new Result(
                    notes,
                    readout.isPresent(),
                    readout.isPresent() ? ExportCheck.of(run, values, options.out()) : null);
        }
    }

    /** The network as an ONNX graph whose values have the names that its layers say. */
    private static Model model(RunNetwork network) {
        if (!isOnnx(network.file())) {
            Preprocessing images = network.preprocessing();
            return Networks.translated(network.file(), images.cropHeight(), images.cropWidth(), network.output());
        }
        return Model.read(network.file());
    }

    private static boolean isOnnx(Path file) {
        return Networks.isOnnx(file);
    }

    private static void refuseOriginal(RunNetwork network, Path out) {
        Path original = network.file();
        if (isSame(original, out)
                || (isOnnx(original)
                        && Model.weightFiles(original).stream().anyMatch(weights -> isSame(weights, out)))) {
            throw new InvalidInput("the exported network " + out + " would replace the original; give another name");
        }
    }

    private static boolean isSame(Path original, Path out) {
        try {
            return original.toAbsolutePath()
                            .normalize()
                            .equals(out.toAbsolutePath().normalize())
                    || (Files.exists(out) && Files.isSameFile(original, out));
        } catch (IOException e) {
            throw FileFailure.reading(out, e);
        }
    }

    private static Notes notes(Run run, PatchLayer layer, Model original, Model model) {
        List<Output> added = model.graph().outputs().stream()
                .skip(original.graph().outputs().size())
                .map(output -> new Output(output.name(), output.describeShape()))
                .toList();
        int classes = run.classNames().names().isEmpty() ? 0 : run.network().classes();
        return new Notes(
                Version.current(),
                layer.cut().layer().name(),
                run.digest(),
                run.provenance().networkSha256(),
                new int[] {layer.grid().height(), layer.grid().width()},
                added,
                run.conceptNames().all().stream()
                        .map(concept -> new Named(concept.number(), concept.name()))
                        .toList(),
                IntStream.range(0, classes).mapToObj(run.classNames()::of).toList());
    }

    private static Map<String, String> texts(Run run, Notes notes) {
        Map<String, String> texts = new LinkedHashMap<>();
        texts.put(NOTE, Json.toText(notes));
        texts.put(DeclaredPreprocessing.OWN, Json.toText(run.network().preprocessing()));
        return texts;
    }
}
