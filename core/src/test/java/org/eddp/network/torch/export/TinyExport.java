package org.eddp.network.torch.export;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import org.eddp.network.onnx.file.OnnxTensor;
import org.eddp.network.torch.TorchArchiveWriter;

/** Writes small files of {@code torch.export}, as PyTorch 2.13 has them. */
public final class TinyExport {
    private final Random random = new Random(7);
    private final Map<String, OnnxTensor> weights = new LinkedHashMap<>();
    private final List<String> nodes = new ArrayList<>();
    private final Map<String, String> tensors = new LinkedHashMap<>();
    private final List<String> outputs = new ArrayList<>();
    private final String input;

    /** @param sizes of the input; a negative one is open, with its absolute value as hint */
    public TinyExport(long... sizes) {
        input = "x";
        tensor("x", sizes);
    }

    private static String size(long size) {
        return size >= 0
                ? "{\"as_int\": " + size + "}"
                : "{\"as_expr\": {\"expr_str\": \"Symbol('s" + -size + "', positive=True, integer=True)\", \"hint\":"
                        + " {\"as_int\": " + -size + "}}}";
    }

    private static String meta(long... sizes) {
        StringBuilder strides = new StringBuilder();
        long stride = 1;
        for (int i = sizes.length - 1; i >= 0; i--) {
            strides.insert(0, "{\"as_int\": " + stride + "}" + (i == sizes.length - 1 ? "" : ", "));
            stride *= Math.abs(sizes[i]);
        }
        String list = java.util.Arrays.stream(sizes).mapToObj(TinyExport::size).collect(Collectors.joining(", "));
        return "{\"dtype\": 7, \"sizes\": [" + list + "], \"requires_grad\": false, \"device\": {\"type\": \"cpu\","
                + " \"index\": null}, \"strides\": [" + strides + "], \"storage_offset\": {\"as_int\": 0},"
                + " \"layout\": 7}";
    }

    /** Notes the shape of a tensor of the graph. */
    public TinyExport tensor(String name, long... sizes) {
        tensors.put(name, meta(sizes));
        return this;
    }

    /** Adds a weight of random numbers; its argument is {@code p_NAME} with underscores for dots. */
    public TinyExport weight(String name, long... dims) {
        int count = 1;
        for (long length : dims) {
            count *= (int) length;
        }
        float[] values = new float[count];
        for (int i = 0; i < count; i++) {
            values[i] = (float) random.nextGaussian() * 0.5f;
        }
        return weight(name, values, dims);
    }

    /** Adds a weight. */
    public TinyExport weight(String name, float[] values, long... dims) {
        weights.put(name, OnnxTensor.of(name, values, dims));
        return tensor(argument(name), dims);
    }

    private static String argument(String name) {
        return "p_" + name.replace('.', '_');
    }

    /**
     * Adds a node of an ATen operator.
     *
     * @param module that it belongs to, may be empty
     * @param output its result
     * @param arguments as JSON, by position: {@code {"as_tensor": {"name": "x"}}}; a plain word is a tensor
     */
    public TinyExport node(String module, String operator, String output, String... arguments) {
        return call(module, "torch.ops.aten." + operator, "{\"as_tensor\": {\"name\": \"" + output + "\"}}", arguments);
    }

    /** Adds any node. */
    public TinyExport call(String module, String target, String output, String... arguments) {
        String inputs = java.util.Arrays.stream(arguments)
                .map(argument ->
                        argument.startsWith("{") ? argument : "{\"as_tensor\": {\"name\": \"" + argument + "\"}}")
                .map(argument -> "{\"name\": \"a\", \"arg\": " + argument + ", \"kind\": 1}")
                .collect(Collectors.joining(", "));
        String stack = "L__self__,,Net" + (module.isEmpty() ? "" : ";L__self__" + module + "," + module + ",Module");
        nodes.add("{\"target\": \"" + target + "\", \"inputs\": [" + inputs + "], \"outputs\": [" + output
                + "], \"metadata\": {\"nn_module_stack\": \"" + stack + "\"}, \"is_hop_single_tensor_return\": null}");
        return this;
    }

    /** Names an output. */
    public TinyExport output(String name) {
        outputs.add(name);
        return this;
    }

    /** The program. */
    public String json() {
        List<String> inputs = new ArrayList<>();
        List<String> specs = new ArrayList<>();
        weights.keySet().forEach(name -> {
            inputs.add("{\"as_tensor\": {\"name\": \"" + argument(name) + "\"}}");
            specs.add("{\"parameter\": {\"arg\": {\"name\": \"" + argument(name) + "\"}, \"parameter_name\": \"" + name
                    + "\"}}");
        });
        inputs.add("{\"as_tensor\": {\"name\": \"" + input + "\"}}");
        specs.add("{\"user_input\": {\"arg\": {\"as_tensor\": {\"name\": \"" + input + "\"}}}}");
        String results = outputs.stream()
                .map(name -> "{\"user_output\": {\"arg\": {\"as_tensor\": {\"name\": \"" + name + "\"}}}}")
                .collect(Collectors.joining(", "));
        String values = tensors.entrySet().stream()
                .map(entry -> "\"" + entry.getKey() + "\": " + entry.getValue())
                .collect(Collectors.joining(", "));
        return "{\"graph_module\": {\"graph\": {\"inputs\": " + inputs + ", \"outputs\": ["
                + outputs.stream()
                        .map(name -> "{\"as_tensor\": {\"name\": \"" + name + "\"}}")
                        .collect(Collectors.joining(", "))
                + "], \"nodes\": " + nodes + ", \"tensor_values\": {" + values
                + "}}, \"signature\": {\"input_specs\": " + specs + ", \"output_specs\": [" + results
                + "]}}, \"torch_version\": \"2.13.0\"}";
    }

    /** The file. */
    public byte[] bytes() {
        return archive(json());
    }

    /** A file with this program and the weights of this one. */
    public byte[] archive(String program) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try {
            TorchArchiveWriter writer = new TorchArchiveWriter(out, "net/");
            List<String> entries = new ArrayList<>();
            int number = 0;
            for (Map.Entry<String, OnnxTensor> weight : weights.entrySet()) {
                writer.add("data/weights/weight_" + number, weight.getValue().data());
                entries.add("\"" + weight.getKey() + "\": {\"path_name\": \"weight_" + number
                        + "\", \"is_param\": true, \"use_pickle\": false, \"tensor_meta\": "
                        + meta(weight.getValue().dims()) + "}");
                number++;
            }
            writer.add("data/weights/model_weights_config.json", "{\"config\": {" + String.join(", ", entries) + "}}");
            writer.add("data/constants/model_constants_config.json", "{\"config\": {}}");
            writer.add("models/model.json", program);
            writer.add("archive_format", "pt2");
            writer.finish();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return out.toByteArray();
    }

    /** The file as PyTorch wrote it until 2.7: weights as an archive of {@code torch.save}. */
    public byte[] legacy() {
        ByteArrayOutputStream pickle = new ByteArrayOutputStream();
        ByteArrayOutputStream inner = new ByteArrayOutputStream();
        ByteArrayOutputStream outer = new ByteArrayOutputStream();
        try {
            TorchArchiveWriter state = new TorchArchiveWriter(inner, "archive/");
            pickle.writeBytes(new byte[] {(byte) 0x80, 2, '}', '('});
            int number = 0;
            for (Map.Entry<String, OnnxTensor> weight : weights.entrySet()) {
                text(pickle, weight.getKey());
                long[] dims = weight.getValue().dims();
                long count = java.util.Arrays.stream(dims).reduce(1, (a, b) -> a * b);
                pickle.writeBytes("ctorch._utils\n_rebuild_tensor_v2\n((".getBytes(StandardCharsets.US_ASCII));
                text(pickle, "storage");
                pickle.writeBytes("ctorch\nFloatStorage\n".getBytes(StandardCharsets.US_ASCII));
                text(pickle, String.valueOf(number));
                text(pickle, "cpu");
                whole(pickle, count);
                pickle.writeBytes(new byte[] {'t', 'Q', 'K', 0, '('});
                for (long length : dims) {
                    whole(pickle, length);
                }
                pickle.writeBytes(new byte[] {'t', '('});
                long stride = count;
                for (long length : dims) {
                    stride /= length;
                    whole(pickle, stride);
                }
                pickle.writeBytes(new byte[] {'t', (byte) 0x89});
                pickle.writeBytes("ccollections\nOrderedDict\n)RtR".getBytes(StandardCharsets.US_ASCII));
                state.add("data/" + number, weight.getValue().data());
                number++;
            }
            pickle.writeBytes(new byte[] {'u', '.'});
            state.add("data.pkl", java.nio.ByteBuffer.wrap(pickle.toByteArray()));
            state.finish();
            TorchArchiveWriter writer = new TorchArchiveWriter(outer, "");
            writer.add("version", "8.8");
            writer.add("serialized_exported_program.json", json());
            writer.add("serialized_state_dict.pt", java.nio.ByteBuffer.wrap(inner.toByteArray()));
            writer.add("serialized_constants.pt", "");
            writer.finish();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return outer.toByteArray();
    }

    private static void text(ByteArrayOutputStream pickle, String text) {
        pickle.write('X');
        pickle.writeBytes(new byte[] {(byte) text.length(), 0, 0, 0});
        pickle.writeBytes(text.getBytes(StandardCharsets.US_ASCII));
    }

    private static void whole(ByteArrayOutputStream pickle, long number) {
        pickle.writeBytes(new byte[] {'M', (byte) number, (byte) (number >> 8)});
    }

    /** Writes the file. */
    public Path write(Path file) {
        try {
            return Files.write(file, bytes());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Whole numbers as an argument. */
    public static String ints(long... values) {
        return "{\"as_ints\": " + java.util.Arrays.toString(values) + "}";
    }

    /** A whole number as an argument. */
    public static String whole(long value) {
        return "{\"as_int\": " + value + "}";
    }

    /** A number as an argument. */
    public static String real(double value) {
        return "{\"as_float\": " + value + "}";
    }

    /** None as an argument. */
    public static String none() {
        return "{\"as_none\": true}";
    }

    /** Two convolutions with activations that work in place and a skip connection, pooling and a linear layer: 5 classes. */
    public static TinyExport residual(long... sizes) {
        long batch = sizes[0];
        return new TinyExport(sizes)
                .weight("conv1.weight", 4, 3, 3, 3)
                .weight("conv1.bias", 4)
                .weight("layer.conv.weight", 4, 4, 3, 3)
                .weight("fc.weight", 5, 4)
                .weight("fc.bias", 5)
                .node(
                        "conv1",
                        "conv2d.default",
                        "conv2d",
                        "x",
                        "p_conv1_weight",
                        "p_conv1_bias",
                        ints(1, 1),
                        ints(1, 1))
                .node("relu", "relu_.default", "relu_", "conv2d")
                .node(
                        "layer.conv",
                        "conv2d.default",
                        "conv2d_1",
                        "relu_",
                        "p_layer_conv_weight",
                        none(),
                        ints(1, 1),
                        ints(1, 1))
                .node("layer", "add_.Tensor", "add_", "conv2d_1", "relu_")
                .node("layer", "relu_.default", "relu__1", "add_")
                .node("pool", "adaptive_avg_pool2d.default", "adaptive_avg_pool2d", "relu__1", ints(1, 1))
                .node("", "flatten.using_ints", "flatten", "adaptive_avg_pool2d", whole(1))
                .node("fc", "linear.default", "linear", "flatten", "p_fc_weight", "p_fc_bias")
                .tensor("conv2d", batch, 4, 8, 8)
                .tensor("relu_", batch, 4, 8, 8)
                .tensor("conv2d_1", batch, 4, 8, 8)
                .tensor("add_", batch, 4, 8, 8)
                .tensor("relu__1", batch, 4, 8, 8)
                .tensor("adaptive_avg_pool2d", batch, 4, 1, 1)
                .tensor("flatten", batch, 4)
                .tensor("linear", batch, 5)
                .output("linear");
    }

    OnnxTensor weight(String name) {
        return weights.get(name);
    }
}
