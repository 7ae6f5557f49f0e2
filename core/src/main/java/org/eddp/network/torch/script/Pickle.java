package org.eddp.network.torch.script;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.eddp.network.NetworkFailure;
import org.eddp.network.onnx.file.OnnxTensor.ElementType;

/**
 * Reads a pickle of a TorchScript archive into values: objects of the program's classes, lists, tuples, dictionaries, numbers, texts
 * and descriptions of tensors.
 *
 * <p>Pickles are programs for a small machine. Only instructions that PyTorch writes are followed, and nothing is called: names of
 * classes and functions other than those known here are refused. Memory is taken in proportion to the length of the pickle.
 */
final class Pickle {
    private static final int DEEPEST = 200;
    private static final Object MARK = new Object();
    private static final Pattern GLOBAL = Pattern.compile("c([A-Za-z_][\\w.]*)\n([A-Za-z_]\\w*)\n");
    private static final Pattern OWN =
            Pattern.compile("torch|torch\\._utils|torch\\.storage|collections|builtins|__builtin__|_codecs|numpy.*|argparse");

    private static final Map<String, ElementType> STORAGES = Map.of(
            "torch.FloatStorage", ElementType.FLOAT,
            "torch.DoubleStorage", ElementType.DOUBLE,
            "torch.HalfStorage", ElementType.FLOAT16,
            "torch.BFloat16Storage", ElementType.BFLOAT16,
            "torch.LongStorage", ElementType.INT64,
            "torch.IntStorage", ElementType.INT32,
            "torch.ShortStorage", ElementType.INT16,
            "torch.CharStorage", ElementType.INT8,
            "torch.ByteStorage", ElementType.UINT8,
            "torch.BoolStorage", ElementType.BOOL);

    /** The name of a class or a function. */
    private record Name(String text) {}

    /** Numbers in an entry of the archive. */
    record Storage(ElementType type, String key, long count) {}

    /** A tensor: some of the numbers of a storage. Identity matters: two of them may be equal and be changed apart. */
    static final class Tensor {
        final Storage storage;
        final long offset;
        final long[] sizes;
        final long[] strides;

        Tensor(Storage storage, long offset, long[] sizes, long[] strides) {
            this.storage = storage;
            this.offset = offset;
            this.sizes = sizes;
            this.strides = strides;
        }

        boolean isContiguous() {
            long expected = 1;
            for (int i = sizes.length - 1; i >= 0; i--) {
                if (sizes[i] != 1 && strides[i] != expected) {
                    return false;
                }
                expected *= sizes[i];
            }
            return true;
        }
    }

    private final String title;
    private final ByteBuffer code;
    private final Deque<Object> stack = new ArrayDeque<>();
    private final Map<Integer, Object> memory = new HashMap<>();

    private Pickle(String title, ByteBuffer content) {
        this.title = title;
        code = content.duplicate().order(ByteOrder.LITTLE_ENDIAN);
    }

    /**
     * Reads a pickle.
     *
     * @param title of the pickle, for messages
     * @throws NetworkFailure if it is damaged, or does anything else than describing values
     */
    static Object read(String title, ByteBuffer content) {
        Pickle pickle = new Pickle(title, content);
        try {
            Object value = pickle.run();
            pickle.checkDepth(value);
            return value == NONE ? null : value;
        } catch (BufferUnderflowException e) {
            throw pickle.failure("ends in the middle; copy or export the file again");
        }
    }

    /** The first class in a pickle that is neither of PyTorch's storages and tensors nor of Python itself, null if there is none. */
    static String foreignClass(ByteBuffer content) {
        byte[] bytes = new byte[content.remaining()];
        content.duplicate().get(bytes);
        Matcher names = GLOBAL.matcher(new String(bytes, StandardCharsets.ISO_8859_1));
        while (names.find()) {
            if (!OWN.matcher(names.group(1)).matches()) {
                return names.group(1) + "." + names.group(2);
            }
        }
        return null;
    }

    /** Stands for None on the stack, which takes no null. */
    private static final Object NONE = new Object();

    private Object run() {
        while (true) {
            int instruction = code.get() & 0xff;
            switch (instruction) {
                case '.' -> {
                    return pop();
                }
                case 'c' -> stack.push(new Name(line() + "." + line()));
                case '(' -> stack.push(MARK);
                case 't' -> stack.push(toMark().toArray());
                case 'l' -> stack.push(toMark());
                case ')' -> stack.push(new Object[0]);
                case ']' -> stack.push(new ArrayList<>());
                case '}' -> stack.push(new LinkedHashMap<>());
                case 0x85, 0x86, 0x87 -> stack.push(pop(instruction - 0x84).toArray());
                case 'a' -> append(pop(1));
                case 'e' -> append(toMark());
                case 's' -> put(pop(2));
                case 'u' -> put(toMark());
                case 'd' -> {
                    List<Object> items = toMark();
                    stack.push(new LinkedHashMap<>());
                    put(items);
                }
                case 'b' -> build(pop());
                case 0x81, 'R' -> {
                    Object made = made(pop(2));
                    stack.push(made == null ? NONE : made);
                }
                case 'Q' -> stack.push(storage(pop()));
                case '0' -> pop();
                case 'N' -> stack.push(NONE);
                case 0x88 -> stack.push(true);
                case 0x89 -> stack.push(false);
                case 'q' -> memory.put(code.get() & 0xff, top());
                case 'r' -> memory.put(code.getInt(), top());
                case 'h' -> recall(code.get() & 0xff);
                case 'j' -> recall(code.getInt());
                case 'K' -> stack.push((long) (code.get() & 0xff));
                case 'M' -> stack.push((long) (code.getShort() & 0xffff));
                case 'J' -> stack.push((long) code.getInt());
                case 0x8a -> stack.push(longer(code.get() & 0xff));
                case 'G' -> stack.push(Double.longBitsToDouble(Long.reverseBytes(code.getLong())));
                case 'U', 0x8c -> stack.push(text(code.get() & 0xff));
                case 'X', 'T' -> stack.push(text(code.getInt()));
                case 0x80 -> code.get();
                default ->
                    throw failure(String.format("has an instruction 0x%02x that no saved network has", instruction));
            }
        }
    }

    /** What a class or a function makes of its arguments. */
    private Object made(List<Object> call) {
        if (!(call.get(0) instanceof Name name)) {
            throw failure("calls something that is not a name");
        }
        if (name.text.startsWith("__torch__.") && !name.text.startsWith("__torch__.torch.classes.")) {
            return call.get(1) instanceof Object[]
                    ? new ScriptObject(name.text)
                    : new ScriptObject.Constant(name.text, call.get(1));
        }
        Object[] given = call.get(1) instanceof Object[] several ? several : new Object[0];
        Object first = given.length > 0 ? given[0] : null;
        return switch (name.text) {
            case "torch._utils._rebuild_tensor_v2" -> tensor(given);
            case "torch._utils._rebuild_parameter",
                    "torch.device",
                    "torch.jit._pickle.build_intlist",
                    "torch.jit._pickle.build_doublelist",
                    "torch.jit._pickle.build_boollist",
                    "torch.jit._pickle.build_tensorlist",
                    "torch.jit._pickle.restore_type_tag" ->
                first;
            case "collections.OrderedDict" -> new LinkedHashMap<>();
            default ->
                throw failure("makes an object of " + name.text
                        + ", which is neither a tensor nor written in TorchScript");
        };
    }

    private void build(Object state) {
        if (!(top() instanceof ScriptObject object)) {
            throw failure("gives attributes to something that is not an object");
        }
        if (state instanceof Map<?, ?> map) {
            map.forEach((key, value) -> object.attributes().put(String.valueOf(key), value));
        } else {
            object.attributes().put(Interpreter.STATE, value(state));
        }
    }

    private Storage storage(Object identifier) {
        if (identifier instanceof Object[] parts
                && parts.length == 5
                && "storage".equals(parts[0])
                && parts[1] instanceof Name type
                && parts[2] instanceof String key
                && parts[4] instanceof Long count
                && STORAGES.containsKey(type.text)
                && count >= 0) {
            return new Storage(STORAGES.get(type.text), key, count);
        }
        throw failure("names something other than numbers in the archive");
    }

    private Tensor tensor(Object[] given) {
        if (given.length >= 4
                && given[0] instanceof Storage storage
                && given[1] instanceof Long offset
                && given[2] instanceof Object[] sizes
                && given[3] instanceof Object[] strides) {
            Tensor tensor = new Tensor(storage, offset, lengths(sizes), lengths(strides));
            if (isWithin(tensor)) {
                return tensor;
            }
        }
        throw failure("has a tensor that reaches beyond the numbers it has; copy or export the file again");
    }

    private long[] lengths(Object[] items) {
        long[] lengths = new long[items.length];
        for (int i = 0; i < items.length; i++) {
            if (!(items[i] instanceof Long length) || length < 0 || items.length > 16) {
                throw failure("has a tensor whose shape is not a few whole numbers");
            }
            lengths[i] = length;
        }
        return lengths;
    }

    private static boolean isWithin(Tensor tensor) {
        if (tensor.offset < 0 || tensor.sizes.length != tensor.strides.length) {
            return false;
        }
        try {
            long last = tensor.offset;
            long elements = 1;
            for (int i = 0; i < tensor.sizes.length; i++) {
                elements = Math.multiplyExact(elements, tensor.sizes[i]);
                last = Math.addExact(
                        last, Math.multiplyExact(Math.max(0, tensor.sizes[i] - 1), tensor.strides[i]));
            }
            // a stride of 0 repeats numbers; a saved tensor has no more of them than its storage, times a few
            return elements == 0 || (last < tensor.storage.count && elements / 1024 <= tensor.storage.count);
        } catch (ArithmeticException e) {
            return false;
        }
    }

    private void append(List<Object> items) {
        if (!(top() instanceof List)) {
            throw failure("appends to something that is not a list");
        }
        Values.sequence(top()).addAll(items);
    }

    @SuppressWarnings("unchecked")
    private void put(List<Object> items) {
        if (!(top() instanceof Map) || items.size() % 2 != 0) {
            throw failure("fills something that is not a dictionary");
        }
        for (int i = 0; i < items.size(); i += 2) {
            Object key = items.get(i);
            if (!(key instanceof String || key instanceof Long || key instanceof Double || key instanceof Boolean)) {
                throw failure("has a dictionary whose keys are neither texts nor numbers");
            }
            ((Map<Object, Object>) top()).put(key, items.get(i + 1));
        }
    }

    private static Object value(Object onStack) {
        return onStack == NONE ? null : onStack;
    }

    /** Values that hold themselves, or nest too deep for those that walk over them, are refused. */
    private void checkDepth(Object root) {
        Deque<Object> open = new ArrayDeque<>(List.of(root));
        Map<Object, Integer> depths = new java.util.IdentityHashMap<>();
        depths.put(root, 1);
        long visits = 0;
        while (!open.isEmpty()) {
            Object value = open.poll();
            int depth = depths.get(value);
            if (depth > DEEPEST || ++visits > 50L * code.limit() + 1000) {
                throw failure("nests values more than " + DEEPEST + " deep");
            }
            for (Object part : parts(value)) {
                if (part != null && !parts(part).isEmpty() && depths.getOrDefault(part, 0) < depth + 1) {
                    depths.put(part, depth + 1);
                    open.add(part);
                }
            }
        }
    }

    private static java.util.Collection<?> parts(Object value) {
        if (value instanceof ScriptObject object) {
            return object.attributes().values();
        }
        if (value instanceof Map<?, ?> map) {
            return map.values();
        }
        List<Object> items = Values.sequence(value);
        return items == null ? List.of() : items;
    }

    private Object top() {
        Object value = pop();
        stack.push(value);
        return value;
    }

    private Object pop() {
        Object value = stack.poll();
        if (value == null || value == MARK) {
            throw failure("takes more values than it made");
        }
        return value;
    }

    private List<Object> pop(int count) {
        List<Object> values = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            values.add(value(pop()));
        }
        Collections.reverse(values);
        return values;
    }

    private List<Object> toMark() {
        List<Object> values = new ArrayList<>();
        while (stack.peek() != MARK) {
            values.add(value(pop()));
        }
        stack.pop();
        Collections.reverse(values);
        return values;
    }

    private void recall(int place) {
        Object value = memory.get(place);
        if (value == null) {
            throw failure("reads what it never kept");
        }
        stack.push(value);
    }

    private String line() {
        StringBuilder found = new StringBuilder();
        for (char c = (char) (code.get() & 0xff); c != '\n'; c = (char) (code.get() & 0xff)) {
            found.append(c);
        }
        return found.toString();
    }

    private long longer(int bytes) {
        if (bytes > Long.BYTES) {
            throw failure("has a number of " + bytes + " bytes");
        }
        long number = 0;
        for (int i = 0; i < bytes; i++) {
            long next = code.get();
            number |= (i == bytes - 1 ? next : next & 0xff) << (8 * i);
        }
        return number;
    }

    private String text(int length) {
        if (length < 0 || length > code.remaining()) {
            throw new BufferUnderflowException();
        }
        byte[] bytes = new byte[length];
        code.get(bytes);
        return new String(bytes, StandardCharsets.UTF_8);
    }

    private NetworkFailure failure(String what) {
        return new NetworkFailure(title + " in it " + what);
    }
}
