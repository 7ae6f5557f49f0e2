package org.eddp.network.torch;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.eddp.network.Network.ImageInput;
import org.eddp.network.onnx.file.OnnxTensor;
import org.eddp.network.onnx.file.OnnxTensor.ElementType;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Every operator against numbers that PyTorch 2.13 computed: {@code operators.json} holds small programs, with the tensors they begin
 * from and what their variables hold at the end.
 */
class TorchOperatorsTest {
    private static final double TOLERANCE = 2e-5;

    @TestFactory
    Stream<DynamicTest> computesWhatPyTorchComputes() throws IOException {
        JsonNode cases;
        try (InputStream in = TorchOperatorsTest.class.getResourceAsStream("operators.json")) {
            cases = JsonMapper.shared().readTree(in);
        }
        assertThat(cases.size()).isGreaterThan(250);
        List<DynamicTest> tests = new ArrayList<>();
        for (int i = 0; i < cases.size(); i++) {
            JsonNode program = cases.get(i);
            tests.add(DynamicTest.dynamicTest(i + " " + program.path("name").asString(), () -> check(program)));
        }
        return tests.stream();
    }

    private static void check(JsonNode program) {
        try (TorchGraph graph = new TorchGraph(new ImageInput("images", 3, 4, 4), true)) {
            Map<String, Object> values = new HashMap<>();
            program.path("tensors")
                    .properties()
                    .forEach(entry ->
                            values.put(entry.getKey(), graph.constant(tensor(entry.getKey(), entry.getValue()))));
            for (JsonNode step : program.path("steps")) {
                List<Object> positional = new ArrayList<>();
                step.path("args").forEach(argument -> positional.add(argument(graph, values, argument)));
                Map<String, Object> named = new LinkedHashMap<>();
                step.path("named")
                        .properties()
                        .forEach(entry -> named.put(entry.getKey(), argument(graph, values, entry.getValue())));
                values.put(
                        step.path("result").asString(),
                        graph.call(step.path("op").asString(), positional, named));
            }
            program.path("expected").properties().forEach(entry -> {
                String[] name = entry.getKey().split("\\.");
                Object found = values.get(name[0]);
                if (name.length > 1) {
                    int index = Integer.parseInt(name[1]);
                    found = found instanceof List<?> list ? list.get(index) : ((Object[]) found)[index];
                }
                compare(graph, entry.getKey(), found, entry.getValue());
            });
        }
    }

    private static void compare(TorchGraph graph, String name, Object found, JsonNode expected) {
        if (!(found instanceof TorchTensor tensor)) {
            double number = expected.isObject() ? expected.path("float").asDouble() : expected.asDouble();
            assertThat(((Number) found).doubleValue()).as(name).isEqualTo(number);
            return;
        }
        List<Long> shape = new ArrayList<>();
        for (int i = 0; i < tensor.rank(); i++) {
            shape.add((Long) tensor.size(i));
        }
        List<Long> wanted = new ArrayList<>();
        expected.path("shape").forEach(size -> wanted.add(size.asLong()));
        assertThat(shape).as("shape of " + name).isEqualTo(wanted);
        assertThat(tensor.type())
                .as("type of " + name)
                .isEqualTo(type(expected.path("type").asString()));
        double[] numbers = graph.numbers(tensor);
        assertThat(numbers).as("numbers of " + name).isNotNull();
        double scale = 1;
        for (JsonNode value : expected.path("values")) {
            scale = Math.max(scale, Math.abs(value.asDouble()));
        }
        for (int i = 0; i < numbers.length; i++) {
            double value = expected.path("values").get(i).asDouble();
            assertThat(Math.abs(numbers[i] - value))
                    .as(name + "[" + i + "] is " + numbers[i] + " and should be " + value)
                    .isLessThanOrEqualTo(TOLERANCE * scale);
        }
    }

    private static Object argument(TorchGraph graph, Map<String, Object> values, JsonNode argument) {
        if (argument.isArray()) {
            List<Object> list = new ArrayList<>();
            argument.forEach(one -> list.add(argument(graph, values, one)));
            return list;
        }
        if (argument.isObject()) {
            if (argument.has("ref")) {
                return values.get(argument.path("ref").asString());
            }
            if (argument.has("dtype")) {
                return argument.path("dtype").asLong();
            }
            JsonNode number = argument.path("float");
            return number.isNumber() ? number.asDouble() : (Object) Double.POSITIVE_INFINITY;
        }
        if (argument.isNull()) {
            return null;
        }
        return argument.isBoolean()
                ? (Object) argument.asBoolean()
                : argument.isString() ? argument.asString() : (Object) argument.asLong();
    }

    private static long type(String name) {
        return switch (name) {
            case "float32" -> 6;
            case "int64" -> 4;
            case "bool" -> 11;
            default -> throw new IllegalArgumentException(name);
        };
    }

    private static OnnxTensor tensor(String name, JsonNode json) {
        long[] shape = new long[json.path("shape").size()];
        for (int i = 0; i < shape.length; i++) {
            shape[i] = json.path("shape").get(i).asLong();
        }
        JsonNode values = json.path("values");
        ElementType type = switch (json.path("type").asString()) {
            case "float32" -> ElementType.FLOAT;
            case "int64" -> ElementType.INT64;
            default -> ElementType.BOOL;
        };
        ByteBuffer data = ByteBuffer.allocate(values.size() * type.bytes()).order(ByteOrder.LITTLE_ENDIAN);
        for (JsonNode value : values) {
            switch (type) {
                case FLOAT -> data.putFloat((float) (value.isNumber() ? value.asDouble() : Double.NaN));
                case INT64 -> data.putLong(value.asLong());
                default -> data.put((byte) value.asLong());
            }
        }
        return new OnnxTensor(name, type.code(), shape, data.flip(), Map.of(), new byte[0]);
    }
}
