package org.eddp.network.torch.script;

import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.eddp.network.NetworkFailure;
import org.eddp.network.torch.TorchGraph.TorchCall;
import org.eddp.network.torch.TorchTensor;
import org.eddp.network.torch.WholeNumbers.BatchNumber;

/**
 * A recorded program without branches and loops, with a module inserted behind one of its values. Modules that calls
 * came from are named in comments, where {@link Scopes#comment} reads them, so that layers keep their names.
 */
final class FlatProgram {
    /** PyTorch's number of single precision. */
    private static final int SINGLE = 6;

    private final Recording recording;
    private final ScriptWriter root = new ScriptWriter("Network");
    private final Map<TorchTensor, String> names = new IdentityHashMap<>();
    private final StringBuilder code = new StringBuilder();
    private int tensors;

    private FlatProgram(Recording recording) {
        this.recording = recording;
        names.put(recording.graph().images(), "x");
        Set<String> taken = new HashSet<>();
        recording.weights().forEach((handle, tensor) -> {
            String name = "w_" + tensor.name().replaceAll("\\W", "_");
            while (!taken.add(name)) {
                name += "_";
            }
            root.buffer(name, tensor);
            names.put(handle, "self." + name);
        });
    }

    /**
     * The program.
     *
     * @param value name of the value of the graph behind which it is put
     * @param name of the module; gets a number if there is one of that name already
     * @param inserted its forward takes and returns one tensor
     * @throws NetworkFailure if no operator of the program gives that value
     */
    static ScriptWriter of(Recording recording, String value, String name, ScriptWriter inserted) {
        return new FlatProgram(recording).write(value, name, inserted);
    }

    private ScriptWriter write(String value, String name, ScriptWriter inserted) {
        Set<String> modules = recording.scopes().stream().flatMap(List::stream).collect(Collectors.toSet());
        String free = name;
        for (int i = 2; modules.contains(free); i++) {
            free = name + i;
        }
        root.module(free, inserted);
        code.append("def forward(self, x):\n    n = torch.size(x, 0)\n");
        boolean open = true;
        for (int i = 0; i < recording.graph().calls().size(); i++) {
            TorchCall call = recording.graph().calls().get(i);
            List<String> scopes = recording.scopes().get(i);
            statement(call, scopes);
            if (open
                    && call.result() instanceof TorchTensor tensor
                    && call.values().contains(value)) {
                String variable = names.get(tensor);
                line(variable + " = " + called(free, variable), List.of());
                open = false;
            }
        }
        if (open) {
            throw new NetworkFailure(
                    "no operator of its program gives " + value + "; choose the layer before or behind it");
        }
        code.append("    return ").append(text(recording.result())).append('\n');
        return root.source(code.toString());
    }

    /**
     * The inserted module computes in single precision. The precision of the value is only known when the program runs,
     * because half precision is read as single here.
     */
    private static String called(String module, String variable) {
        return "torch.type_as(self." + module + ".forward(torch.to(" + variable + ", " + SINGLE + ")), " + variable
                + ")";
    }

    private void statement(TorchCall call, List<String> scopes) {
        String arguments =
                call.positional().stream().map(v -> argument(call, v)).collect(Collectors.joining(", "));
        String named = call.named().entrySet().stream()
                .map(entry -> entry.getKey() + "=" + argument(call, entry.getValue()))
                .collect(Collectors.joining(", "));
        String both = arguments + (arguments.isEmpty() || named.isEmpty() ? "" : ", ") + named;
        String target = target(call.result());
        if (target != null) {
            line(target + "torch." + call.operator() + "(" + both + ")", scopes);
        }
    }

    private void line(String statement, List<String> scopes) {
        code.append("    ")
                .append(statement)
                .append("  # ")
                .append(String.join(" ", scopes))
                .append('\n');
    }

    /** The left side of a call, null if it does not give a tensor: its value is then written wherever it is used. */
    private String target(Object result) {
        if (result instanceof TorchTensor tensor) {
            return variable(tensor) + " = ";
        }
        List<Object> items = Values.sequence(result);
        return items == null || items.stream().noneMatch(TorchTensor.class::isInstance)
                ? null
                : items.stream()
                        .map(item -> item instanceof TorchTensor tensor ? variable(tensor) : "t" + tensors++)
                        .collect(Collectors.joining(", ", "", ", = "));
    }

    private String variable(TorchTensor tensor) {
        return names.computeIfAbsent(tensor, t -> "t" + tensors++);
    }

    private String argument(TorchCall call, Object value) {
        if (value instanceof List<?> list && list.isEmpty()) {
            return "annotate(List[int], [])";
        }
        boolean optional = value instanceof List && call.operator().startsWith("index");
        return optional ? "annotate(List[Optional[Tensor]], " + text(value) + ")" : text(value);
    }

    private String text(Object value) {
        if (value instanceof TorchTensor tensor) {
            if (!names.containsKey(tensor)) {
                throw new NetworkFailure("its program uses a tensor that no operator gives");
            }
            return names.get(tensor);
        }
        if (value instanceof BatchNumber number) {
            long each = number.two() - number.one();
            return "torch.add(torch.mul(n, " + each + "), " + (number.one() - each) + ")";
        }
        if (value instanceof String text) {
            String quoted =
                    "\"" + text.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n") + "\"";
            return text.matches("(cpu|cuda|mps|meta)(:\\d+)?") ? "torch.device(" + quoted + ")" : quoted;
        }
        if (value instanceof Double number && !Double.isFinite(number)) {
            return number.isNaN() ? "nan" : number > 0 ? "inf" : "-inf";
        }
        if (value instanceof Map<?, ?> map) {
            return map.entrySet().stream()
                    .map(entry -> text(entry.getKey()) + ": " + text(entry.getValue()))
                    .collect(Collectors.joining(", ", "{", "}"));
        }
        if (value instanceof ScriptObject named) {
            return text(named.attributes().values().toArray());
        }
        List<Object> items = Values.sequence(value);
        if (items == null) {
            return Values.text(value);
        }
        boolean list = value instanceof List;
        String inside = items.stream().map(this::text).collect(Collectors.joining(", "));
        return list ? "[" + inside + "]" : "(" + inside + (items.size() == 1 ? ",)" : ")");
    }
}
