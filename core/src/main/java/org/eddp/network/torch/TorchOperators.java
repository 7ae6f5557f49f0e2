package org.eddp.network.torch;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.eddp.names.SimilarNames;
import org.eddp.network.NetworkFailure;

/** PyTorch's operators that are known here, by name. */
final class TorchOperators {
    private static final TorchOperators ALL = new TorchOperators();

    static {
        LayerCalls.addTo(ALL);
        PoolingCalls.addTo(ALL);
        NormalisationCalls.addTo(ALL);
        ActivationCalls.addTo(ALL);
        ArithmeticCalls.addTo(ALL);
        ReductionCalls.addTo(ALL);
        ShapeCalls.addTo(ALL);
        PartCalls.addTo(ALL);
        IndexCalls.addTo(ALL);
        SourceCalls.addTo(ALL);
        ResizingCalls.addTo(ALL);
        AttentionCalls.addTo(ALL);
        TypeCalls.addTo(ALL);
        NumberCalls.addTo(ALL);
    }

    /** Translates a call into nodes; the result is a value, a list, a tuple, a tensor that is there already, or a number. */
    @FunctionalInterface
    interface Translation {
        /** The result. */
        Object apply(Call call);
    }

    private record Form(Schema schema, Translation translation) {}

    private final Map<String, List<Form>> forms = new HashMap<>();

    private TorchOperators() {}

    /** A signature of an operator; the first that fits is used. */
    void add(String schema, Translation translation) {
        Schema parsed = Schema.of(schema);
        forms.computeIfAbsent(parsed.name(), key -> new ArrayList<>()).add(new Form(parsed, translation));
    }

    /** The same under several names. */
    void add(List<String> names, String parameters, Translation translation) {
        names.forEach(name -> add(name + parameters, translation));
    }

    /** An operator on elements, which also exists with an underscore: that one writes the result over {@code self}. */
    void elementwise(String schema, Translation translation) {
        add(schema, translation);
        String first = Schema.of(schema).parameters().get(0).name();
        add(schema.replaceFirst("\\(", "_("), call -> {
            TorchTensor self = call.handle(first);
            write(call, self, (GraphValue) translation.apply(call));
            return self;
        });
    }

    /** Overwrites a tensor, which keeps its type and shape. */
    static void write(Call call, TorchTensor self, GraphValue value) {
        GraphValue old = self.current();
        self.write(call.expand(call.cast(value, old.type()), Primitives.shape(old)));
    }

    static boolean knows(String operator) {
        return ALL.forms.containsKey(operator);
    }

    static Object call(GraphBuilder graph, String operator, List<Object> positional, Map<String, Object> named) {
        List<Form> known = ALL.forms.get(operator);
        if (known == null) {
            throw new NetworkFailure("it is not supported; near names: "
                    + String.join(", ", SimilarNames.of(operator, ALL.forms.keySet())));
        }
        for (Form form : known) {
            Map<String, Object> bound = form.schema.bind(positional, named);
            if (bound != null) {
                return form.translation.apply(new Call(graph, bound));
            }
        }
        throw new NetworkFailure("its arguments (" + describe(positional, named) + ") are not among those supported: "
                + known.stream().map(form -> form.schema.toString()).toList());
    }

    private static String describe(List<Object> positional, Map<String, Object> named) {
        List<String> texts = new ArrayList<>();
        positional.forEach(value -> texts.add(describe(value)));
        named.forEach((name, value) -> texts.add(name + "=" + describe(value)));
        return String.join(", ", texts);
    }

    private static String describe(Object value) {
        if (value instanceof TorchTensor) {
            return "Tensor";
        }
        return value instanceof List<?> list
                ? list.stream().limit(8).map(TorchOperators::describe).toList().toString()
                : String.valueOf(value);
    }
}
