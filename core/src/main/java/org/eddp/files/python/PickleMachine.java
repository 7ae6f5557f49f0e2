package org.eddp.files.python;

import java.math.BigInteger;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Interprets pickles, which are programs of a stack machine, with the instructions that PyTorch writes. It makes lists,
 * tuples ({@code Object[]}), dictionaries, numbers, texts and {@linkplain PickledTensor tensors}. It calls nothing: a
 * class or a function is only a name, and {@link Objects} interprets a few names. Work and memory are proportional to
 * the length of the pickle.
 */
public final class PickleMachine {
    private static final int DEEPEST = 200;
    private static final Object MARK = new Object();
    /** Stands for None on the stack, which takes no null. */
    private static final Object NONE = new Object();

    private final ByteBuffer code;
    private final Objects objects;
    private final Deque<Object> stack = new ArrayDeque<>();
    private final Map<Integer, Object> memory = new HashMap<>();

    /** The objects of a file format. */
    public interface Objects {
        /**
         * Makes an object.
         *
         * @param name of a class or a function with its module, {@code torch.FloatStorage}
         * @param given its arguments, usually a tuple
         * @throws RuntimeException if the name is unknown in this format
         */
        Object made(String name, Object given);

        /** Gives attributes to an object; unused ones are left out. */
        default void build(Object object, Object attributes) {}

        /** Values that an object holds. */
        default Collection<?> parts(Object object) {
            return List.of();
        }

        /** The failure for a damaged pickle. */
        RuntimeException failure(String what);
    }

    /** The name of a class or a function. */
    record Name(String text) {}

    private PickleMachine(ByteBuffer content, Objects objects) {
        code = content.duplicate().order(ByteOrder.LITTLE_ENDIAN);
        this.objects = objects;
    }

    /** Runs a pickle to its end and returns its value. Failures are those of {@code objects}. */
    public static Object run(ByteBuffer content, Objects objects) {
        PickleMachine machine = new PickleMachine(content, objects);
        try {
            Object result = value(machine.run());
            machine.height(result, new IdentityHashMap<>(), 1);
            return result;
        } catch (BufferUnderflowException e) {
            throw objects.failure("ends in the middle; copy or export the file again");
        }
    }

    private Object run() {
        for (int instruction = code.get() & 0xff; instruction != '.'; instruction = code.get() & 0xff) {
            if (!moved(instruction)) {
                Object made = made(instruction);
                stack.push(made == null ? NONE : made);
            }
        }
        return pop();
    }

    /** Instructions that change existing values; false for other instructions. */
    private boolean moved(int instruction) {
        switch (instruction) {
            case 0x80 -> code.get(); // version
            case 0x95 -> code.getLong(); // length of a frame
            case '(' -> stack.push(MARK);
            case '0' -> pop();
            case 'q' -> memory.put(code.get() & 0xff, top());
            case 'r' -> memory.put(code.getInt(), top());
            case 0x94 -> memory.put(memory.size(), top());
            case 'a' -> append(pop(1));
            case 'e' -> append(toMark());
            case 's' -> put(pop(2));
            case 'u' -> put(toMark());
            case 'b' -> {
                Object attributes = value(pop());
                objects.build(top(), attributes);
            }
            default -> {
                return false;
            }
        }
        return true;
    }

    /** Instructions that make a value. */
    private Object made(int instruction) {
        return switch (instruction) {
            case 'N' -> null;
            case 0x88 -> true;
            case 0x89 -> false;
            case 'K' -> (long) (code.get() & 0xff);
            case 'M' -> (long) (code.getShort() & 0xffff);
            case 'J' -> (long) code.getInt();
            case 0x8a -> whole(code.get() & 0xff);
            case 'G' -> Double.longBitsToDouble(Long.reverseBytes(code.getLong()));
            case 'U', 0x8c -> text(code.get() & 0xff);
            case 'X', 'T' -> text(code.getInt());
            case ']' -> new ArrayList<>();
            case 'l' -> toMark();
            case ')' -> new Object[0];
            case 't' -> toMark().toArray();
            case 0x85, 0x86, 0x87 -> pop(instruction - 0x84).toArray();
            case '}' -> new LinkedHashMap<>();
            case 'd' -> {
                Map<Object, Object> map = new LinkedHashMap<>();
                put(map, toMark());
                yield map;
            }
            case 'h' -> recalled(code.get() & 0xff);
            case 'j' -> recalled(code.getInt());
            case 'c' -> new Name(line() + "." + line());
            case 'R', 0x81 -> called(pop(2));
            case 'Q' -> storage(pop());
            default ->
                throw objects.failure(
                        String.format("has an instruction 0x%02x that is not followed here", instruction));
        };
    }

    /** The result of a class or a function for its arguments. */
    private Object called(List<Object> call) {
        if (!(call.get(0) instanceof Name name)) {
            throw objects.failure("calls something that is not a name");
        }
        Object[] given = call.get(1) instanceof Object[] several ? several : new Object[0];
        return switch (name.text) {
            case "torch._utils._rebuild_tensor_v2", "torch._utils._rebuild_tensor" -> PickledTensor.of(given, objects);
            case "torch._utils._rebuild_parameter", "torch.device" -> given.length > 0 ? given[0] : null;
            case "collections.OrderedDict" -> new LinkedHashMap<>();
            default -> objects.made(name.text, call.get(1));
        };
    }

    /** ('storage', type, key, device, number of elements). */
    private PickledTensor.Storage storage(Object identifier) {
        if (identifier instanceof Object[] parts
                && parts.length >= 5
                && "storage".equals(parts[0])
                && parts[1] instanceof Name type
                && parts[2] instanceof String key
                && parts[4] instanceof Long count
                && key.matches("[\\w.]{1,40}")
                && count >= 0) {
            return new PickledTensor.Storage(type.text, key, count);
        }
        throw objects.failure("names something other than numbers in the archive");
    }

    private void append(List<Object> items) {
        if (!(top() instanceof List)) {
            throw objects.failure("appends to something that is not a list");
        }
        list(top()).addAll(items);
    }

    @SuppressWarnings("unchecked") // lists of pickles are made here
    private static List<Object> list(Object value) {
        return (List<Object>) value;
    }

    private void put(List<Object> items) {
        put(top(), items);
    }

    @SuppressWarnings("unchecked") // and so are dictionaries
    private void put(Object target, List<Object> items) {
        if (!(target instanceof Map) || items.size() % 2 != 0) {
            throw objects.failure("fills something that is not a dictionary");
        }
        for (int i = 0; i < items.size(); i += 2) {
            Object key = items.get(i);
            boolean plain = key instanceof String || key instanceof Number || key instanceof Boolean;
            if (!plain && !(key instanceof Object[])) { // arrays are compared by identity
                throw objects.failure("has a dictionary whose keys are neither texts nor numbers");
            }
            ((Map<Object, Object>) target).put(key, items.get(i + 1));
        }
    }

    /**
     * The nesting depth of a value. Values that contain themselves, or nest too deep for recursive readers, are
     * refused.
     *
     * @param known heights so far: values may be shared
     */
    private int height(Object value, Map<Object, Integer> known, int depth) {
        Collection<?> parts = parts(value);
        if (parts.isEmpty()) {
            return 0;
        }
        Integer height = known.get(value);
        if (height == null && depth <= DEEPEST) {
            known.put(value, DEEPEST); // a value inside of itself is refused as too deep
            height = 0;
            for (Object part : parts) {
                height = Math.max(height, 1 + height(part, known, depth + 1));
            }
            known.put(value, height);
        }
        if (depth > DEEPEST || depth + height > DEEPEST) {
            throw objects.failure("nests values more than " + DEEPEST + " deep");
        }
        return height;
    }

    private Collection<?> parts(Object value) {
        if (value instanceof Map<?, ?> map) {
            return map.values();
        }
        if (value instanceof List<?> list) {
            return list;
        }
        return value instanceof Object[] tuple ? Arrays.asList(tuple) : objects.parts(value);
    }

    private static Object value(Object onStack) {
        return onStack == NONE ? null : onStack;
    }

    private Object top() {
        Object value = pop();
        stack.push(value);
        return value;
    }

    private Object pop() {
        Object value = stack.poll();
        if (value == null || value == MARK) {
            throw objects.failure("takes more values than it made");
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

    private Object recalled(int place) {
        Object value = memory.get(place);
        if (value == null) {
            throw objects.failure("reads a value that it never kept");
        }
        return value;
    }

    private String line() {
        int start = code.position();
        while (code.get() != '\n') {
            continue;
        }
        byte[] bytes = new byte[code.position() - 1 - start];
        code.get(start, bytes);
        return new String(bytes, StandardCharsets.ISO_8859_1);
    }

    private Object whole(int count) {
        byte[] bytes = new byte[count];
        for (int i = count - 1; i >= 0; i--) {
            bytes[i] = code.get();
        }
        BigInteger number = count == 0 ? BigInteger.ZERO : new BigInteger(bytes);
        return count > Long.BYTES ? number : (Object) number.longValue();
    }

    private String text(int length) {
        if (length < 0 || length > code.remaining()) {
            throw new BufferUnderflowException();
        }
        byte[] bytes = new byte[length];
        code.get(bytes);
        return new String(bytes, StandardCharsets.UTF_8);
    }
}
