package org.eddp.files.python;

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
import org.eddp.files.python.StateDict.Storage;
import org.eddp.files.python.StateDict.TensorRef;

/**
 * The machine that pickles are programs for, as far as tensors, dictionaries, lists and numbers need it. It calls nothing: a global is
 * a name, and only the few names that make tensors and dictionaries mean something. Its work is in proportion to the length of
 * the pickle.
 */
final class TensorPickle {
    private static final Object MARK = new Object();
    /** What there is but is of no use here: None, and objects of kinds that hold no tensors. */
    private static final Object NOTHING = new Object();

    private static final Map<String, Numbers> STORAGES = Map.of(
            "torch DoubleStorage", Numbers.DOUBLE,
            "torch FloatStorage", Numbers.FLOAT,
            "torch HalfStorage", Numbers.HALF,
            "torch BFloat16Storage", Numbers.BFLOAT16,
            "torch LongStorage", Numbers.LONG,
            "torch IntStorage", Numbers.INT,
            "torch ShortStorage", Numbers.SHORT,
            "torch CharStorage", Numbers.BYTE,
            "torch ByteStorage", Numbers.UNSIGNED_BYTE,
            "torch BoolStorage", Numbers.UNSIGNED_BYTE);

    private final ByteBuffer code;
    private final Deque<Object> stack = new ArrayDeque<>();
    private final Map<Integer, Object> memo = new HashMap<>();

    TensorPickle(byte[] content) {
        code = ByteBuffer.wrap(content).order(ByteOrder.LITTLE_ENDIAN);
    }

    private record Global(String name) {}

    private record Tuple(List<Object> items) {}

    /** @throws Damaged if it ends in the middle, or does something else than putting tensors into dictionaries */
    Object run() {
        try {
            while (true) {
                int instruction = code.get() & 0xff;
                if (instruction == '.') {
                    return pop();
                }
                step(instruction);
            }
        } catch (BufferUnderflowException e) {
            throw new Damaged("its list of tensors ends in the middle; copy the file again");
        }
    }

    private void step(int instruction) {
        switch (instruction) {
            case 0x80 -> code.get(); // version
            case 0x95 -> code.getLong(); // length of a frame
            case '(' -> stack.push(MARK);
            case 'c' -> stack.push(new Global(line() + " " + line()));
            case 'q' -> memo.put(code.get() & 0xff, peek());
            case 'r' -> memo.put(code.getInt(), peek());
            case 0x94 -> memo.put(memo.size(), peek());
            case 'h' -> recall(code.get() & 0xff);
            case 'j' -> recall(code.getInt());
            case '0' -> pop();
            case 'R', 0x81 -> call();
            case 'Q' -> stack.push(storage(pop()));
            case 'b' -> pop(); // attributes of a dictionary, such as versions of modules
            default -> value(instruction);
        }
    }

    private void value(int instruction) {
        switch (instruction) {
            case 'N' -> stack.push(NOTHING);
            case 0x88 -> stack.push(Boolean.TRUE);
            case 0x89 -> stack.push(Boolean.FALSE);
            case 'K' -> stack.push((long) (code.get() & 0xff));
            case 'M' -> stack.push((long) (code.getShort() & 0xffff));
            case 'J' -> stack.push((long) code.getInt());
            case 0x8a -> stack.push(longOf(code.get() & 0xff));
            case 'G' -> {
                code.getLong();
                stack.push(NOTHING); // a real number by itself is no tensor
            }
            case 'X' -> stack.push(text(code.getInt()));
            case 0x8c -> stack.push(text(code.get() & 0xff));
            case '}' -> stack.push(new LinkedHashMap<>());
            case ']' -> stack.push(new ArrayList<>());
            case ')' -> stack.push(new Tuple(List.of()));
            case 0x85 -> tuple(1);
            case 0x86 -> tuple(2);
            case 0x87 -> tuple(3);
            case 't' -> stack.push(new Tuple(toMark()));
            case 's' -> {
                Object value = pop();
                put(peek(2), pop(), value);
            }
            case 'u' -> {
                List<Object> items = toMark();
                for (int i = 0; i + 1 < items.size(); i += 2) {
                    put(peek(), items.get(i), items.get(i + 1));
                }
            }
            case 'a' -> append(List.of(pop()));
            case 'e' -> append(toMark());
            default ->
                throw new Damaged(String.format(
                        "its list of tensors has an instruction 0x%02x that is not followed here; %s",
                        instruction, StateDict.CONVERT));
        }
    }

    private void call() {
        Object arguments = pop();
        Object made = pop();
        if (!(made instanceof Global global) || !(arguments instanceof Tuple tuple)) {
            throw new Damaged("its list of tensors calls what is no function; copy the file again");
        }
        List<Object> items = tuple.items();
        stack.push(
                switch (global.name()) {
                    case "collections OrderedDict" -> new LinkedHashMap<>();
                    case "torch._utils _rebuild_tensor_v2", "torch._utils _rebuild_tensor" -> tensor(items);
                    case "torch._utils _rebuild_parameter" -> first(items);
                    case "torch device" -> NOTHING;
                    default ->
                        throw new Damaged("it makes a " + global.name().replace(' ', '.')
                                + ", which would run code of the file: only tensors are read; " + StateDict.CONVERT);
                });
    }

    private static Object first(List<Object> items) {
        if (items.isEmpty()) {
            throw new Damaged("a parameter in it has no tensor; copy the file again");
        }
        return items.get(0);
    }

    private static TensorRef tensor(List<Object> items) {
        if (items.size() < 4
                || !(items.get(0) instanceof Storage storage)
                || !(items.get(1) instanceof Long offset)
                || !(items.get(2) instanceof Tuple shape)
                || !(items.get(3) instanceof Tuple strides)) {
            throw new Damaged("a tensor in it is not described as PyTorch does; " + StateDict.CONVERT);
        }
        return new TensorRef(storage, offset, lengths(shape), lengths(strides));
    }

    private static long[] lengths(Tuple tuple) {
        if (tuple.items().size() > 8 || !tuple.items().stream().allMatch(Long.class::isInstance)) {
            throw new Damaged("a tensor in it has no shape of at most 8 whole numbers");
        }
        return tuple.items().stream().mapToLong(item -> (Long) item).toArray();
    }

    /** ('storage', type, key, device, number of elements). */
    private static Storage storage(Object id) {
        if (id instanceof Tuple tuple
                && tuple.items().size() >= 3
                && tuple.items().get(1) instanceof Global type
                && tuple.items().get(2) instanceof String key
                && key.matches("\\w{1,40}")) {
            Numbers numbers = STORAGES.get(type.name());
            if (numbers != null) {
                return new Storage(numbers, key);
            }
            throw new Damaged("it has numbers of type " + type.name().replace(' ', '.') + "; save them as float32");
        }
        throw new Damaged("its numbers are not stored as PyTorch does; " + StateDict.CONVERT);
    }

    private void put(Object target, Object key, Object value) {
        if (!(target instanceof Map)) {
            throw new Damaged("it fills what is no dictionary; " + StateDict.CONVERT);
        }
        if (key instanceof String) {
            map(target).put(key, value);
        }
    }

    @SuppressWarnings("unchecked")
    private static Map<Object, Object> map(Object target) {
        return (Map<Object, Object>) target;
    }

    /** Lists hold no named tensors; what they hold is dropped. */
    private void append(List<Object> items) {
        if (!(peek() instanceof List)) {
            throw new Damaged("it appends " + items.size() + " values to what is no list; " + StateDict.CONVERT);
        }
    }

    private void tuple(int count) {
        List<Object> items = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            items.add(0, pop());
        }
        stack.push(new Tuple(items));
    }

    private List<Object> toMark() {
        List<Object> items = new ArrayList<>();
        for (Object item = pop(); item != MARK; item = pop()) {
            items.add(item);
        }
        Collections.reverse(items);
        return items;
    }

    private void recall(int place) {
        Object value = memo.get(place);
        if (value == null) {
            throw new Damaged("its list of tensors refers to what was never there; copy the file again");
        }
        stack.push(value);
    }

    private Object pop() {
        Object top = stack.poll();
        if (top == null) {
            throw new Damaged("its list of tensors takes what was never there; copy the file again");
        }
        return top;
    }

    private Object peek() {
        Object top = stack.peek();
        if (top == null) {
            throw new Damaged("its list of tensors takes what was never there; copy the file again");
        }
        return top;
    }

    /** The value under the top one. */
    private Object peek(int depth) {
        return stack.stream()
                .skip(depth - 1L)
                .findFirst()
                .orElseThrow(() -> new Damaged("its list of tensors takes what was never there; copy the file again"));
    }

    private long longOf(int count) {
        long value = 0;
        for (int i = 0; i < count; i++) {
            long b = code.get() & 0xff;
            value |= i < 8 ? b << 8 * i : 0;
        }
        return count > 0 && count < 8 && code.get(code.position() - 1) < 0 ? value - (1L << 8 * count) : value;
    }

    private String text(int count) {
        if (count < 0 || count > code.remaining()) {
            throw new BufferUnderflowException();
        }
        byte[] bytes = new byte[count];
        code.get(bytes);
        return new String(bytes, StandardCharsets.UTF_8);
    }

    private String line() {
        int start = code.position();
        while (code.get() != '\n') {
            continue;
        }
        return new String(code.array(), start, code.position() - 1 - start, StandardCharsets.ISO_8859_1);
    }
}
