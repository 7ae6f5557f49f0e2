package org.eddp.network.torch.script;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.eddp.network.NetworkFailure;
import org.eddp.network.onnx.file.OnnxTensor;
import org.eddp.network.torch.TorchGraph;
import org.eddp.network.torch.TorchGraph.GraphTooLarge;
import org.eddp.network.torch.TorchTensor;

/**
 * Runs a program once, on images of which only the shape is known. A graph records the operators on tensors; everything
 * else is computed here. A branch or a loop that depends on the images themselves is refused.
 */
final class Interpreter {
    /** The attribute that holds the state of an object with its own way to restore it. */
    static final String STATE = "__state__";

    private static final int DEEPEST = 600;

    /** A method and its object. */
    private record Bound(Object owner, String name) {}

    private final ScriptProgram program;
    private final TorchGraph graph;
    private final Budget budget;
    private final Operators operators;
    private final LoadedValues loaded;
    private final Scopes scopes;
    private String file = "data.pkl";
    private int line;
    private int depth;
    private boolean convolved;

    Interpreter(ScriptProgram program, TorchGraph graph, Budget budget) {
        this.program = program;
        this.graph = graph;
        this.budget = budget;
        operators = new Operators(this, graph, budget);
        budget.beginRun();
        loaded = new LoadedValues(program, graph);
        scopes = new Scopes(graph, budget);
    }

    /** Runs the program and returns the result of its forward method. */
    Object run() {
        try {
            Source.Function forward = method(loaded.root(), "forward");
            if (forward == null) {
                throw failure("its class has no method forward");
            }
            List<Source.Parameter> parameters = forward.parameters();
            long open = parameters.stream()
                    .skip(1)
                    .filter(p -> p.otherwise() == null)
                    .count();
            if (parameters.size() < 2 || open > 1) {
                throw failure("its forward takes " + open + " inputs; a classifier takes one, the images");
            }
            return call(forward, loaded.root(), List.of(loaded.root(), graph.images()), Map.of());
        } catch (InputSizeFailure e) {
            throw new InputSizeFailure(located(e), e);
        } catch (NetworkFailure e) {
            throw new NetworkFailure(located(e), e);
        } catch (ArithmeticException e) {
            throw new InputSizeFailure(located(e), e);
        } catch (IndexOutOfBoundsException
                | ClassCastException
                | NullPointerException
                | UnsupportedOperationException
                | IllegalArgumentException e) { // of values that an operator here does not accept
            throw new NetworkFailure("an operator of its program has arguments that do not fit it" + place(), e);
        }
    }

    private String located(RuntimeException e) {
        return e.getMessage() + place();
    }

    private String place() {
        return " (" + file + " line " + line + ")";
    }

    Scopes scopes() {
        return scopes;
    }

    /** Tensors of the file that it read. */
    Map<TorchTensor, OnnxTensor> weights() {
        return loaded.weights();
    }

    // ---- limits ---------------------------------------------------------------------------------------------------

    void step(String inFile, int atLine) {
        file = inFile;
        line = atLine;
        budget.step();
    }

    int line() {
        return line;
    }

    void deeper() {
        budget.expression();
        if (++depth > DEEPEST) {
            throw failure("its program is nested more than " + DEEPEST + " deep");
        }
    }

    void shallower() {
        depth--;
    }

    NetworkFailure failure(String what) {
        return new NetworkFailure(what);
    }

    NetworkFailure raised(Object value) {
        return new InputSizeFailure("its program ends with the error: " + Values.text(value));
    }

    // ---- names and calls ------------------------------------------------------------------------------------------

    Object global(String name) {
        if (!Global.isKnown(name)) {
            throw failure("reads " + name + ", which has no value");
        }
        return new Global(name, null);
    }

    Object attribute(Object target, String name) {
        if (target instanceof ScriptObject object) {
            return attribute(object, name);
        }
        if (target instanceof ScriptObject.Constant constant) {
            return name.equals("value") ? constant.value() : nameOf(constant);
        }
        values(1); // a loop may nest names without end
        if (!(target instanceof Global global)) {
            return new Bound(target, name);
        }
        if (global.name().equals("CONSTANTS")) {
            return loaded.constant(name);
        }
        Source.Type type = global.name().startsWith("__torch__.") ? program.type(global.name()) : null;
        return type != null && type.base().equals("Enum") && type.constants().containsKey(name)
                ? new ScriptObject.Constant(type.name(), constant(type, name))
                : new Global(Values.checkedName(global.name() + "." + name), null);
    }

    private Object attribute(ScriptObject object, String name) {
        if (name.equals("training")) {
            return false; // networks are used as they are after eval()
        }
        restore(object);
        if (object.attributes().containsKey(name)) {
            return loaded.attribute(object.attributes().get(name));
        }
        Source.Type type = type(object);
        if (type.constants().containsKey(name)) {
            return constant(type, name);
        }
        if (!type.methods().containsKey(name)) {
            throw failure(object.type() + " has neither an attribute nor a method " + name);
        }
        return new Bound(object, name);
    }

    /** Restores an object by its own method for that. */
    private void restore(ScriptObject object) {
        if (object.attributes().containsKey(STATE)) {
            Object state = loaded.attribute(object.attributes().remove(STATE));
            call(new Bound(object, "__setstate__"), Collections.singletonList(state), Map.of(), null);
        }
    }

    private Source.Type type(ScriptObject object) {
        Source.Type type = program.type(object.type());
        if (type == null) {
            throw failure("its program has no class " + object.type());
        }
        return type;
    }

    private Source.Function method(ScriptObject object, String name) {
        return type(object).methods().get(name);
    }

    private Object constant(Source.Type type, String name) {
        return new CallFrame(this, null, file).evaluate(type.constants().get(name));
    }

    private Object nameOf(ScriptObject.Constant constant) {
        Source.Type type = program.type(constant.type());
        if (type != null) {
            for (String name : type.constants().keySet()) {
                if (Values.equal(constant(type, name), constant.value(), budget)) {
                    return name;
                }
            }
        }
        throw failure("asks for the name of a value that " + constant.type() + " does not have");
    }

    Object call(Object function, List<Object> positional, Map<String, Object> named, CallFrame from) {
        if (function instanceof Bound bound && bound.owner instanceof ScriptObject object) {
            return method(object, bound.name, positional, named, from);
        }
        if (function instanceof Bound bound) {
            List<Object> given = new ArrayList<>(List.of(bound.owner));
            given.addAll(positional);
            return operator(bound.name, given, named);
        }
        if (!(function instanceof Global global)) {
            throw failure("calls " + Values.text(function) + ", which is not a function");
        }
        String name = global.name();
        if (name.startsWith("__torch__.")) {
            return own(name, positional, named, from);
        }
        if (global.isFunction()) {
            return operators.function(name, positional);
        }
        String operator = name.substring(name.lastIndexOf('.') + 1);
        if (name.equals("torch." + operator)
                || name.equals("ops.prim." + operator)
                || name.equals("ops.aten." + operator)) {
            return operator(operator, positional, named);
        }
        throw failure("calls " + name + ", which is not supported");
    }

    private Object method(
            ScriptObject object, String name, List<Object> positional, Map<String, Object> named, CallFrame from) {
        Source.Function method = method(object, name);
        if (method == null) {
            throw failure(object.type() + " has no method " + name);
        }
        List<Object> given = new ArrayList<>(List.of(object));
        given.addAll(positional);
        String path = loaded.path(object);
        boolean enters = path != null && (from == null || from.owner() != object);
        int before = scopes.size();
        if (enters) {
            scopes.enter(path);
        }
        Object result = call(method, object, given, named);
        scopes.leaveTo(before); // comments inside may have entered others
        return result;
    }

    private Object own(String name, List<Object> positional, Map<String, Object> named, CallFrame from) {
        Source.Function function = program.function(name);
        if (function != null) {
            return call(function, null, positional, named);
        }
        boolean bare = name.endsWith(".__new__");
        Source.Type type = program.type(bare ? name.substring(0, name.lastIndexOf('.')) : name);
        if (type == null) {
            throw failure("its program has no function or class " + name);
        }
        ScriptObject made = new ScriptObject(type.name());
        values(2 + type.fields().size());
        if (type.base().equals("NamedTuple")) {
            for (int i = 0; i < type.fields().size(); i++) {
                String field = type.fields().get(i);
                made.attributes().put(field, i < positional.size() ? positional.get(i) : named.get(field));
            }
        } else if (!bare && type.methods().containsKey("__init__")) {
            method(made, "__init__", positional, named, from);
        }
        return made;
    }

    private Object call(Source.Function function, ScriptObject owner, List<Object> given, Map<String, Object> named) {
        String callerFile = file;
        int callerLine = line;
        CallFrame frame = new CallFrame(this, owner, function.file());
        step(
                function.file(),
                function.body().isEmpty() ? line : function.body().get(0).line());
        for (int i = 0; i < function.parameters().size(); i++) {
            Source.Parameter parameter = function.parameters().get(i);
            boolean absent = i >= given.size() && !named.containsKey(parameter.name());
            if (absent && parameter.otherwise() == null) {
                throw failure(function.name() + " is called without its argument " + parameter.name());
            }
            frame.variables()
                    .put(
                            parameter.name(),
                            i < given.size()
                                    ? given.get(i)
                                    : absent ? frame.evaluate(parameter.otherwise()) : named.get(parameter.name()));
        }
        Object result = frame.execute(function.body());
        step(callerFile, callerLine);
        return result == Statement.NEXT ? null : result;
    }

    /** Applies an operator. */
    Object operator(String name, List<Object> given, Map<String, Object> named) {
        budget.step();
        return operators.apply(name, given, named);
    }

    /** Calls an operator of the graph. */
    Object inGraph(String name, List<Object> given, Map<String, Object> named) {
        if (!TorchGraph.knows(name)) {
            throw failure("the operator " + name + " is not supported");
        }
        if (!convolved && name.contains("conv")) {
            convolved = true;
            Channels.check(name, given);
        }
        given.forEach(value -> Values.count(value, budget));
        named.values().forEach(value -> Values.count(value, budget));
        budget.call();
        try {
            Object result = graph.call(name, given, named);
            scopes.noteCalls();
            return result;
        } catch (GraphTooLarge e) {
            throw e;
        } catch (NetworkFailure e) { // other images may fit
            throw new InputSizeFailure(e.getMessage(), e);
        }
    }

    // ---- values ---------------------------------------------------------------------------------------------------

    boolean truth(Object value) {
        if (value instanceof Boolean truth) {
            return truth;
        }
        if (value instanceof TorchTensor tensor) {
            return operators.number(tensor) != 0;
        }
        if (NumberOperators.isNumber(value)) {
            return !(Boolean) NumberOperators.arithmetic("eq", List.of(value, 0L));
        }
        Collection<?> items = value instanceof Map<?, ?> map ? map.keySet() : Values.sequence(value);
        return items != null ? !items.isEmpty() : value != null && !value.equals("");
    }

    /** The parts of a tuple, a list or a named tuple. */
    List<Object> items(Object value) {
        List<Object> items =
                value instanceof ScriptObject object && type(object).base().equals("NamedTuple")
                        ? new ArrayList<>(object.attributes().values())
                        : Values.sequence(value);
        if (items == null) {
            throw failure("takes " + Values.text(value) + " apart, which has no parts");
        }
        return items;
    }

    Iterable<Object> iterable(Object value) {
        if (value instanceof Range range) {
            return range;
        }
        List<Object> copy = new ArrayList<>(value instanceof Map<?, ?> map ? map.keySet() : items(value));
        values(copy.size()); // the loop may change the list
        return copy;
    }

    /** Counts values that the program makes. */
    void values(long count) {
        budget.values(count);
    }

    /** A key of a dictionary, of a type that TorchScript allows; lists that share lists would be compared for ever. */
    Object key(Object value) {
        if (value instanceof String || NumberOperators.isNumber(value) || value instanceof TorchTensor) {
            return value;
        }
        throw failure("has a dictionary whose keys are neither texts nor numbers");
    }
}
