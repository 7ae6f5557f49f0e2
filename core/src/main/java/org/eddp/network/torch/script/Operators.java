package org.eddp.network.torch.script;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.eddp.network.NetworkFailure;
import org.eddp.network.torch.TorchGraph;
import org.eddp.network.torch.TorchTensor;

/**
 * Operators and functions of a program that do not compute on tensors: numbers, lists, dictionaries, texts and tests.
 */
final class Operators {
    /** Operators without an effect here, which return nothing. */
    private static final Set<String> IGNORED =
            Set.of("warn", "warnings", "manual_seed", "_set_grad_enabled", "set_grad_enabled", "profiler", "Print");

    /** Operators that leave a number as it is. */
    private static final Set<String> COPIES = Set.of(
            "detach", "clone", "contiguous", "NumToTensor", "tensor", "scalar_tensor", "ScalarImplicit", "alias");

    /** Marks an unknown operator. */
    private static final Object OTHER = new Object();

    private final Interpreter interpreter;
    private final TorchGraph graph;
    private final Budget budget;

    Operators(Interpreter interpreter, TorchGraph graph, Budget budget) {
        this.interpreter = interpreter;
        this.graph = graph;
        this.budget = budget;
    }

    /** Functions that are written without "torch". */
    Object function(String name, List<Object> given) {
        return switch (name) {
            case "annotate", "unchecked_cast" -> cast(given);
            case "uninitialized", "print" -> null;
            case "unchecked_unwrap_optional" -> given.get(0);
            case "isinstance" ->
                Values.isOneOf(
                        Values.sequence(given.get(1)) == null ? List.of(given.get(1)) : Values.sequence(given.get(1)),
                        given.get(0),
                        budget);
            case "getattr" -> interpreter.attribute(given.get(0), Values.text(given.get(1)));
            case "str" -> made(Values.text(given.get(0)));
            case "range" -> range(given);
            default -> apply(name, given, Map.of());
        };
    }

    private Object cast(List<Object> given) {
        Object value = given.get(1);
        if (value instanceof TorchTensor && given.get(0) instanceof Global type) {
            return switch (type.name()) {
                case "int", "float", "bool", "number" -> apply(type.name(), List.of(value), Map.of());
                default -> value;
            };
        }
        return value;
    }

    private static Object range(List<Object> given) {
        long first = NumberOperators.whole(given.get(0));
        long step = given.size() > 2 ? NumberOperators.whole(given.get(2)) : 1;
        if (step == 0) {
            throw new NetworkFailure("has a loop with steps of 0");
        }
        return given.size() == 1 ? new Range(0, first, 1) : new Range(first, NumberOperators.whole(given.get(1)), step);
    }

    Object apply(String name, List<Object> given, Map<String, Object> named) {
        Object first = given.isEmpty() ? null : given.get(0);
        Object found = general(name, first, given);
        if (found == OTHER && first instanceof TorchTensor tensor) {
            found = question(name, tensor, given);
        } else if (found == OTHER && first instanceof String text) {
            Object made = Values.ofText(name, text, given.subList(1, given.size()));
            found = made == null ? OTHER : made instanceof String longer ? made(longer) : made;
        } else if (found == OTHER && Values.sequence(first) != null) {
            found = ofSequence(name, first, given);
        } else if (found == OTHER && first instanceof Map) {
            found = ofMap(name, first, given);
        }
        found = found == OTHER ? ofNumbers(name, given, named) : found;
        return found == OTHER ? interpreter.inGraph(name, given, named) : found;
    }

    private Object general(String name, Object first, List<Object> given) {
        Object second = given.size() > 1 ? given.get(1) : null;
        return switch (name) {
            case "__is__" -> given.size() == 2 ? (Object) same(first, second) : OTHER;
            case "__isnot__" -> given.size() == 2 ? (Object) !same(first, second) : OTHER;
            case "eq", "ne" ->
                first instanceof TorchTensor
                                || second instanceof TorchTensor
                                || NumberOperators.isNumber(first) && NumberOperators.isNumber(second)
                        ? OTHER
                        : (Object) (Values.equal(first, second, budget) == name.equals("eq"));
            case "RaiseException" -> throw interpreter.raised(first);
            case "device" -> first instanceof TorchTensor ? "cpu" : first;
            case "type", "index" -> first instanceof String device ? ofDevice(name, device) : OTHER;
            case "unchecked_unwrap_optional", "_unwrap_optional" -> first;
            case "is_scripting" -> true;
            case "is_tracing", "is_grad_enabled", "is_autocast_enabled", "is_cuda", "requires_grad", "is_quantized" ->
                false;
            case "__getitem__" ->
                first instanceof Global type
                        ? ofType(type, second)
                        : first instanceof ScriptObject
                                ? interpreter
                                        .items(first)
                                        .get(Values.place(
                                                second, interpreter.items(first).size()))
                                : OTHER;
            case "__range_length" -> rangeLength(given);
            case "__derive_index" ->
                NumberOperators.arithmetic(
                        "add", List.of(second, NumberOperators.arithmetic("mul", List.of(first, given.get(2)))));
            case "dict" -> {
                budget.values(2);
                yield new LinkedHashMap<>();
            }
            default -> IGNORED.contains(name) ? null : OTHER;
        };
    }

    /** A parametrised type, such as a list of numbers. */
    private Global ofType(Global type, Object argument) {
        budget.values(1); // a loop may nest types without end
        return new Global(type.name(), argument);
    }

    private static Object ofDevice(String name, String device) {
        return name.equals("type") ? device.split(":", 2)[0] : null;
    }

    private boolean same(Object a, Object b) {
        return a == b || (a != null && b != null && !(a instanceof TorchTensor) && Values.equal(a, b, budget));
    }

    private static Object rangeLength(List<Object> given) {
        long step = NumberOperators.whole(given.get(2));
        long length = NumberOperators.whole(given.get(1)) - NumberOperators.whole(given.get(0));
        return Math.max(0, step > 0 ? (length + step - 1) / step : (length + step + 1) / step);
    }

    private Object question(String name, TorchTensor tensor, List<Object> given) {
        return switch (name) {
            case "size", "shape", "sym_size" -> {
                List<Object> sizes = made(new ArrayList<>(), tensor.rank());
                for (int i = 0; i < tensor.rank(); i++) {
                    sizes.add(tensor.size(i));
                }
                yield given.size() == 1 ? sizes : sizes.get(Values.place(given.get(1), sizes.size()));
            }
            case "dim" -> (long) tensor.rank();
            case "len" -> tensor.size(0);
            case "numel" -> {
                Object product = 1L;
                for (int i = 0; i < tensor.rank(); i++) {
                    product = NumberOperators.arithmetic("mul", List.of(product, tensor.size(i)));
                }
                yield product;
            }
            case "dtype" -> tensor.type();
            case "layout" -> 0L;
            case "is_floating_point" -> tensor.type() >= 5 && tensor.type() <= 7 || tensor.type() == 15;
            case "is_contiguous", "is_cpu" -> true;
            case "data" -> tensor;
            case "item", "ScalarImplicit" ->
                tensor.type() == 11
                        ? (Object) (number(tensor) != 0)
                        : tensor.type() < 5 ? (Object) (long) number(tensor) : (Object) number(tensor);
            case "int", "Int", "IntImplicit" -> (long) number(tensor);
            case "float", "Float", "FloatImplicit" -> number(tensor);
            case "bool", "Bool" -> number(tensor) != 0;
            case "tolist" -> tolist(tensor);
            default -> OTHER;
        };
    }

    /** The number in a tensor of one element. */
    double number(TorchTensor tensor) {
        double[] numbers = numbers(tensor);
        if (numbers.length != 1) {
            throw new NetworkFailure("takes a tensor of " + numbers.length + " numbers for one");
        }
        return numbers[0];
    }

    private double[] numbers(TorchTensor tensor) {
        double[] numbers = graph.numbers(tensor);
        if (numbers == null) {
            throw new NetworkFailure(
                    "decides something by the pixels of the images; only programs whose branches, loops"
                            + " and shapes are the same for all images can be read");
        }
        budget.values(numbers.length);
        return numbers;
    }

    private List<Object> tolist(TorchTensor tensor) {
        double[] numbers = numbers(tensor);
        List<Object> items = made(new ArrayList<>(), numbers.length);
        for (double number : numbers) {
            items.add(tensor.type() < 5 ? (Object) (long) number : (Object) number);
        }
        return items;
    }

    private Object ofSequence(String name, Object sequence, List<Object> given) {
        List<Object> items = Values.sequence(sequence);
        Object second = given.size() > 1 ? given.get(1) : null;
        switch (name) {
            case "len":
                return (long) items.size();
            case "__getitem__":
                return items.get(Values.place(second, items.size()));
            case "slice":
                List<Object> part = Values.slice(items, given.subList(1, given.size()));
                made(part, part.size());
                return sequence instanceof List ? part : part.toArray();
            case "__contains__":
                return items.stream().anyMatch(item -> Values.equal(item, second, budget));
            case "list", "copy":
                return made(new ArrayList<>(items), items.size());
            case "add", "mul":
                return joined(name, items, second);
            case "any":
                budget.values(items.size());
                return items.stream().anyMatch(interpreter::truth);
            case "all":
                budget.values(items.size());
                return items.stream().allMatch(interpreter::truth);
            case "sum", "min", "max":
                budget.values(items.size());
                return items.stream().allMatch(NumberOperators::isNumber) && !items.isEmpty() && second == null
                        ? items.stream()
                                .reduce((a, b) ->
                                        NumberOperators.arithmetic(name.equals("sum") ? "add" : name, List.of(a, b)))
                                .get()
                        : OTHER;
            default:
                return sequence instanceof List ? changed(name, items, given) : OTHER;
        }
    }

    private Object joined(String name, List<Object> items, Object second) {
        List<Object> others = name.equals("mul") ? null : Values.sequence(second);
        long times = name.equals("mul") ? Math.max(0, NumberOperators.whole(second)) : 1;
        Values.checkLength(times > Values.LONGEST && !items.isEmpty() ? times : 0);
        long length = items.isEmpty() ? 0 : times * items.size();
        List<Object> made = made(new ArrayList<>(), length + (others == null ? 0 : others.size()));
        while (made.size() < length) {
            made.addAll(items);
        }
        if (others != null) {
            made.addAll(others);
        }
        return made;
    }

    /** Counts a list that has or will have so many items. */
    private List<Object> made(List<Object> list, long length) {
        Values.checkLength(length);
        budget.values(2 + length);
        return list;
    }

    private String made(String text) {
        Values.checkLength(text.length());
        budget.values(2 + text.length() / 8);
        return text;
    }

    private Object changed(String name, List<Object> items, List<Object> given) {
        Values.checkLength(items.size());
        Object second = given.size() > 1 ? given.get(1) : null;
        switch (name) {
            case "append" -> made(items, 1).add(second);
            case "extend", "add_" -> {
                List<Object> others = new ArrayList<>(interpreter.items(second));
                made(items, others.size()).addAll(others);
            }
            case "insert" ->
                made(items, 1)
                        .add((int) Math.min(items.size(), Math.max(0, NumberOperators.whole(second))), given.get(2));
            case "_set_item" -> items.set(Values.place(second, items.size()), given.get(2));
            case "clear" -> items.clear();
            case "reverse" -> java.util.Collections.reverse(items);
            case "pop" -> {
                return items.remove(Values.place(second == null ? -1L : second, items.size()));
            }
            default -> {
                return OTHER;
            }
        }
        return items;
    }

    @SuppressWarnings("unchecked")
    private Object ofMap(String name, Object first, List<Object> given) {
        Map<Object, Object> map = (Map<Object, Object>) first;
        Object key = given.size() > 1 ? given.get(1) : null;
        return switch (name) {
            case "len" -> (long) map.size();
            case "keys" -> made(new ArrayList<>(map.keySet()), map.size());
            case "values" -> made(new ArrayList<>(map.values()), map.size());
            case "items" -> {
                List<Object> pairs = made(new ArrayList<>(), 2L * map.size());
                map.forEach((k, v) -> pairs.add(new Object[] {k, v}));
                yield pairs;
            }
            case "__contains__" -> map.containsKey(interpreter.key(key));
            case "get" -> map.getOrDefault(interpreter.key(key), given.size() > 2 ? given.get(2) : null);
            case "__getitem__" -> {
                if (!map.containsKey(interpreter.key(key))) {
                    throw new NetworkFailure("asks a dictionary for " + Values.text(key) + ", which it does not have");
                }
                yield map.get(key);
            }
            case "_set_item" -> {
                budget.values(3);
                map.put(interpreter.key(key), given.get(2));
                yield map;
            }
            case "update" -> {
                Map<Object, Object> others = (Map<Object, Object>) key;
                budget.values(3L * others.size());
                map.putAll(others);
                yield map;
            }
            case "copy" -> {
                budget.values(2 + 3L * map.size());
                yield new LinkedHashMap<>(map);
            }
            default -> OTHER;
        };
    }

    /** Arithmetic on numbers, also where a trace has put numbers or their constants into tensors. */
    private Object ofNumbers(String name, List<Object> given, Map<String, Object> named) {
        if (given.isEmpty() || !given.stream().anyMatch(NumberOperators::isNumber)) {
            return OTHER;
        }
        if (given.size() <= 3 && COPIES.contains(name) && NumberOperators.isNumber(given.get(0))) {
            return given.get(0);
        }
        List<Object> numbers = new ArrayList<>();
        for (Object value : given) {
            if (value instanceof TorchTensor tensor && tensor.rank() == 0 && graph.numbers(tensor) != null) {
                numbers.add(question("item", tensor, List.of(tensor)));
            } else if (NumberOperators.isNumber(value)) {
                numbers.add(value);
            } else {
                return OTHER;
            }
        }
        return computed(
                name.endsWith("_") && !name.startsWith("_") ? name.substring(0, name.length() - 1) : name,
                numbers,
                named);
    }

    private Object computed(String name, List<Object> numbers, Map<String, Object> named) {
        Object first = numbers.get(0);
        Object rounding = named.get("rounding_mode");
        switch (name) {
            case "int", "Int", "IntImplicit":
                return first instanceof Double real
                        ? (Object) (long) (double) real
                        : first instanceof Boolean ? NumberOperators.whole(first) : first;
            case "float", "Float", "FloatImplicit":
                return NumberOperators.toDouble(first);
            case "bool", "Bool":
                return interpreter.truth(first);
            case "to", "type_as":
                return numbers.size() > 1 && numbers.get(1) instanceof Long type && type >= 5 && type <= 7
                        ? (Object) NumberOperators.toDouble(first)
                        : first;
            case "div":
                return NumberOperators.arithmetic(
                        "floor".equals(rounding)
                                ? "floordiv"
                                : "trunc".equals(rounding) ? "__round_to_zero_floordiv" : name,
                        numbers);
            case "add", "sub":
                Object alpha = numbers.size() > 2 ? numbers.get(2) : named.getOrDefault("alpha", 1L);
                return NumberOperators.arithmetic(
                        name, List.of(first, NumberOperators.arithmetic("mul", List.of(numbers.get(1), alpha))));
            case "clamp":
                return numbers.size() == 2 && named.isEmpty() ? NumberOperators.arithmetic("max", numbers) : OTHER;
            default:
                Object computed = NumberOperators.arithmetic(name, numbers);
                return computed == null ? OTHER : computed;
        }
    }
}
