package org.eddp.network.onnx.operators;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.LongStream;
import org.eddp.network.onnx.execution.NumbersAgree;
import org.eddp.network.onnx.execution.OnnxRuntime;
import org.eddp.network.onnx.file.Graph;
import org.eddp.network.onnx.file.Graph.ValueInfo;
import org.eddp.network.onnx.file.Model;
import org.eddp.network.onnx.file.Node;
import org.eddp.network.onnx.file.Node.Attribute;
import org.eddp.network.onnx.file.OnnxBytes;
import org.eddp.network.onnx.file.OnnxTensor;
import org.eddp.network.onnx.file.OnnxTensor.ElementType;
import org.eddp.network.onnx.operators.Operands.Value;
import org.eddp.tensor.DType;
import org.eddp.tensor.Scope;
import org.eddp.tensor.Tensor;

/** A model of one node, run by us and by ONNX Runtime. Its first input is given, the others are constants. */
final class OneNode {
    private final String operator;
    private final int opset;
    private final List<OnnxTensor> inputs = new ArrayList<>();
    private final List<String> names = new ArrayList<>();
    private final List<Attribute> attributes = new ArrayList<>();
    private ElementType result = ElementType.FLOAT;
    private int outputs = 1;
    private int seed = 1;

    OneNode(String operator, int opset) {
        this.operator = operator;
        this.opset = opset;
    }

    /** An input between -2 and 2. */
    OneNode random(long... shape) {
        return between(-2, 2, shape);
    }

    OneNode between(double low, double high, long... shape) {
        return floats(values(low, high, count(shape), seed++), shape);
    }

    static float[] values(double low, double high, int count, int seed) {
        Random random = new Random(seed);
        float[] values = new float[count];
        for (int i = 0; i < count; i++) {
            values[i] = (float) (low + (high - low) * random.nextDouble());
        }
        return values;
    }

    private static int count(long... shape) {
        return (int) LongStream.of(shape).reduce(1, (a, b) -> a * b);
    }

    OneNode floats(float[] values, long... shape) {
        return add(OnnxTensor.of("x" + inputs.size(), values, shape));
    }

    OneNode number(float value) {
        return floats(new float[] {value});
    }

    /** A list of whole numbers. */
    OneNode whole(long... values) {
        return wholes(values, values.length);
    }

    OneNode wholes(long[] values, long... shape) {
        return add(OnnxTensor.of("x" + inputs.size(), values, shape));
    }

    OneNode truths(int... values) {
        ByteBuffer data = ByteBuffer.allocate(values.length);
        for (int value : values) {
            data.put((byte) value);
        }
        return add(new OnnxTensor(
                "x" + inputs.size(),
                ElementType.BOOL.code(),
                new long[] {values.length},
                data.flip(),
                Map.of(),
                new byte[0]));
    }

    private OneNode add(OnnxTensor tensor) {
        names.add(tensor.name());
        inputs.add(tensor);
        return this;
    }

    /** An optional input left out. */
    OneNode nothing() {
        names.add("");
        inputs.add(null);
        return this;
    }

    OneNode with(String name, long value) {
        attributes.add(Attribute.of(name, value));
        return this;
    }

    OneNode with(String name, float value) {
        attributes.add(Attribute.of(name, value));
        return this;
    }

    OneNode with(String name, String value) {
        attributes.add(Attribute.of(name, value));
        return this;
    }

    OneNode list(String name, long... value) {
        attributes.add(Attribute.of(name, value));
        return this;
    }

    OneNode with(String name, OnnxTensor value) {
        attributes.add(Attribute.of(name, value));
        return this;
    }

    OneNode gives(ElementType type) {
        result = type;
        return this;
    }

    OneNode outputs(int count) {
        outputs = count;
        return this;
    }

    private Node node() {
        List<String> results = new ArrayList<>();
        for (int i = 0; i < outputs; i++) {
            results.add("y" + i);
        }
        return new Node("node", operator, "", names, results, attributes, new byte[0]);
    }

    private Model model() {
        List<OnnxTensor> constants = new ArrayList<>();
        List<ValueInfo> given = new ArrayList<>();
        for (int i = 0; i < inputs.size(); i++) {
            if (i == 0) {
                given.add(ValueInfo.of(
                        names.get(0), inputs.get(0).type(), inputs.get(0).dims()));
            } else if (inputs.get(i) != null) {
                constants.add(inputs.get(i));
            }
        }
        List<ValueInfo> results = List.of(new ValueInfo("y" + (outputs - 1), result, null, new byte[0]));
        return Model.of(opset, Graph.of(List.of(node()), constants, given, results));
    }

    /** Our result (the last output) agrees with that of ONNX Runtime. */
    void check(double tolerance) {
        try (OnnxRuntime reference = new OnnxRuntime(OnnxBytes.of(model()));
                Scope scope = Scope.open()) {
            OnnxRuntime.Numbers expected =
                    reference.run(inputs.isEmpty() ? Map.of() : Map.of(names.get(0), inputs.get(0)));
            Tensor found = run(DType.FLOAT32)[outputs - 1];
            assertThat(found.shape()).as("shape").isEqualTo(expected.shape());
            NumbersAgree.of(found.toDoubles(), expected.values(), tolerance);
            checkOutline(0);
            checkOutline(1 << 10);
        }
    }

    /** Its outline has the types and shapes of its results, and the same whole numbers. */
    private void checkOutline(long few) {
        Tensor[] results = run(DType.FLOAT32);
        Tensor[] outlines = ShapeInference.of(operator(DType.FLOAT32), operands(DType.FLOAT32), few);
        assertThat(outlines).hasSameSizeAs(results);
        for (int i = 0; i < results.length; i++) {
            assertThat(outlines[i].shape()).as("shape of the outline").isEqualTo(results[i].shape());
            assertThat(outlines[i].type()).as("type of the outline").isEqualTo(results[i].type());
            if (results[i].count() <= few || !results[i].isFloating()) {
                assertThat(outlines[i].toDoubles()).as("outline of few numbers").isEqualTo(results[i].toDoubles());
            }
        }
    }

    /** What our operator computes. */
    Tensor[] run(DType floating) {
        return operator(floating).run(operands(floating));
    }

    private Operator operator(DType floating) {
        return OperatorSet.make(node(), opset, floating);
    }

    private Operands operands(DType floating) {
        return new Operands(inputs.stream()
                .map(tensor -> tensor == null ? null : new Value(tensor.decode(floating)))
                .toArray(Value[]::new));
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder(operator).append(" opset ").append(opset);
        for (OnnxTensor input : inputs) {
            text.append(' ').append(input == null ? "-" : Arrays.toString(input.dims()));
        }
        for (Attribute attribute : attributes) {
            Object value = attribute.value();
            text.append(' ').append(attribute.name()).append('=');
            text.append(value instanceof long[] list ? Arrays.toString(list) : value);
        }
        return text.toString();
    }
}
