package org.eddp.network.onnx.execution;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.eddp.network.NetworkFailure;
import org.eddp.network.TrialLimits;
import org.eddp.network.onnx.file.Graph;
import org.eddp.network.onnx.file.Graph.ValueInfo;
import org.eddp.network.onnx.file.Model;
import org.eddp.network.onnx.file.OnnxTensor;
import org.eddp.network.onnx.operators.OperatorSet;
import org.eddp.tensor.DType;
import org.eddp.tensor.Scope;
import org.eddp.tensor.Tensor;

/**
 * A text encoder from an ONNX file. Its input is the token ids of one text, its output is one embedding.
 *
 * <p>Besides the tokens ({@code input_ids}) it may take {@code attention_mask}, {@code token_type_ids} and
 * {@code position_ids}. Their values follow from the number of tokens, so such a graph is prepared separately for each number
 * of tokens. Not thread-safe.
 */
public final class OnnxTextEncoder implements AutoCloseable {
    private static final String TOKENS = "input_ids";
    /** Outputs that are embeddings of whole texts, the best first. */
    private static final List<String> OUTPUTS = List.of("text_embeds", "sentence_embedding", "pooler_output");

    private static final int LONGEST = 4096;

    private final Path file;
    private final Model model;
    private final ValueInfo tokens;
    private final List<ValueInfo> others;
    private final String output;
    private final Map<Integer, ExecutableGraph> ready = new HashMap<>();

    private OnnxTextEncoder(Path file, Model model) {
        this.file = file;
        this.model = model;
        Set<String> weights = new HashSet<>();
        model.graph().initialisers().forEach(tensor -> weights.add(tensor.name()));
        List<ValueInfo> inputs = model.graph().inputs().stream()
                .filter(value -> !weights.contains(value.name()))
                .toList();
        tokens = inputs.stream()
                .filter(value -> inputs.size() == 1 || value.name().equals(TOKENS))
                .findFirst()
                .orElseThrow(() -> failure("it has inputs "
                        + inputs.stream().map(ValueInfo::name).toList() + ", and none is called " + TOKENS));
        if (tokens.type() == null
                || tokens.type().real()
                || tokens.shape() == null
                || tokens.shape().size() != 2) {
            throw failure("its input '" + tokens.name() + "' (" + tokens.type() + ", " + tokens.describeShape()
                    + ") does not take numbers of tokens, n x length");
        }
        others = inputs.stream().filter(value -> value != tokens).toList();
        output = output(model.graph().outputs().stream().map(ValueInfo::name).toList());
    }

    /**
     * Loads an encoder.
     *
     * @throws NetworkFailure if the file cannot be run here; the message says why
     */
    public static OnnxTextEncoder load(Path file) {
        Model model = Model.read(file);
        long opset = model.opset().orElse(0);
        if (opset < OperatorSet.OLDEST || opset > OperatorSet.NEWEST) {
            throw new NetworkFailure("cannot use " + file + " as a text encoder: it uses opset " + opset
                    + "; supported are " + OperatorSet.OLDEST + " to " + OperatorSet.NEWEST);
        }
        return new OnnxTextEncoder(file, model);
    }

    private String output(List<String> names) {
        return OUTPUTS.stream()
                .filter(names::contains)
                .findFirst()
                .or(() -> names.size() == 1 ? names.stream().findFirst() : Optional.empty())
                .orElseThrow(
                        () -> failure("it has outputs " + names + "; one of them has to be called one of " + OUTPUTS));
    }

    /**
     * The embedding of a text.
     *
     * @param numbers of its tokens; if there are too many for the encoder, the last one is kept, which ends the text
     * @param padding token that fills up texts that are too short
     */
    public double[] embed(int[] numbers, int padding) {
        int length = (int) Math.min(LONGEST, tokens.length(1) > 0 ? tokens.length(1) : Math.max(1, numbers.length));
        int count = Math.min(length, numbers.length);
        double[] filled = new double[length];
        Arrays.fill(filled, padding);
        for (int i = 0; i < count; i++) {
            filled[i] = numbers[i < count - 1 ? i : numbers.length - 1];
        }
        try (Scope scope = Scope.open()) {
            ExecutableGraph circuit =
                    ready.computeIfAbsent(others.isEmpty() ? -1 : count, real -> prepare(real, length));
            Tensor result = new StepSequence(circuit.constants(), circuit.steps(), circuit.input(), circuit.output())
                    .run(Tensor.of(filled, DType.INT64, 1, length));
            if (result.shape().length != 2 || result.size(0) != 1) {
                throw failure("its output '" + output + "' has the shape " + Arrays.toString(result.shape())
                        + " for one text; an encoder gives one embedding, 1 x E");
            }
            return result.to(DType.FLOAT64).toDoubles();
        }
    }

    private ExecutableGraph prepare(int real, int length) {
        Graph graph = model.graph();
        List<OnnxTensor> known = new ArrayList<>(graph.initialisers());
        others.forEach(value -> known.add(OnnxTensor.of(value.name(), given(value.name(), real, length), 1, length)));
        Graph whole = new Graph(graph.name(), graph.nodes(), known, graph.inputs(), graph.outputs(), graph.rest());
        TrialBudget budget = new TrialBudget(TrialLimits.ofEnvironment());
        try {
            return Compiler.compile(
                    whole, (int) model.opset().orElseThrow(), tokens.name(), output, DType.FLOAT32, budget);
        } catch (NetworkFailure e) {
            throw failure(e.getMessage());
        }
    }

    private long[] given(String name, int real, int length) {
        long[] values = new long[length];
        for (int i = 0; i < length; i++) {
            values[i] = switch (name) {
                case "attention_mask" -> i < real || real < 0 ? 1 : 0;
                case "token_type_ids" -> 0;
                case "position_ids" -> i;
                default ->
                    throw failure("it also takes '" + name
                            + "', which is not known of a text; export the text encoder alone");
            };
        }
        return values;
    }

    private NetworkFailure failure(String why) {
        return new NetworkFailure("cannot use " + file + " as a text encoder: " + why);
    }

    /** Releases the weights. */
    @Override
    public void close() {
        ready.values().forEach(ExecutableGraph::close);
        ready.clear();
    }
}
