package org.eddp.network.torchscript;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A pickle inside a TorchScript archive, looked at before the engine reads it: which classes it makes objects of, how deep they are
 * nested, and that every tensor lies within the numbers it has.
 *
 * <p>Pickles are programs for a small machine. The engine's machine makes tensors, lists and objects of the classes in the archive,
 * and also objects of classes written in C++, whose code then runs on what the file says; and it believes whatever shape a tensor is
 * said to have, which then reads and writes memory of others. So the program is followed here step by step, with only the
 * instructions that the engine itself writes.
 */
final class PickleCheck {
    private static final Set<String> MAKERS = Set.of(
            "collections.OrderedDict",
            PickledTensor.MAKER,
            "torch._utils._rebuild_parameter",
            "torch.device",
            "torch.jit._pickle.build_intlist",
            "torch.jit._pickle.build_doublelist",
            "torch.jit._pickle.build_boollist",
            "torch.jit._pickle.build_tensorlist",
            "torch.jit._pickle.restore_type_tag");

    /** Modules in modules nest a dozen deep. */
    private static final int DEEPEST = 200;

    /** Stands on the stack below the parts of what is being built. */
    private static final Object MARK = new Object();

    /** The name of a class or a function. */
    record Name(String text) {}

    /** Whatever holds other values, and whatever nobody here asks about. */
    static final class Box {
        private final List<Object> parts;
        private final boolean tuple;
        private int depth = 1;
        private boolean shared;

        private Box(List<Object> parts, boolean tuple) throws Refused {
            this.parts = parts;
            this.tuple = tuple;
            deepen(parts);
        }

        private void deepen(List<Object> added) throws Refused {
            for (Object part : added) {
                depth = Math.max(depth, part instanceof Box box ? box.depth + 1 : 1);
            }
            if (depth > DEEPEST) {
                throw new Refused("nests values more than " + DEEPEST + " deep");
            }
        }

        private void add(List<Object> added) throws Refused {
            if (shared || tuple) { // the engine fills a container before it uses it again
                throw new Refused("adds to something that is in use already, as no saved network does");
            }
            deepen(added);
        }

        List<Object> parts() {
            return parts;
        }
    }

    /** What is wrong with a pickle. */
    static final class Refused extends Exception {
        private static final long serialVersionUID = 1;

        Refused(String what) {
            super(what);
        }
    }

    private final ByteBuffer code;
    private final PickledTensor tensors;
    private final Deque<Object> stack = new ArrayDeque<>();
    private final Map<Integer, Object> memory = new HashMap<>();

    private PickleCheck(byte[] content, PickledTensor tensors) {
        code = ByteBuffer.wrap(content).order(ByteOrder.LITTLE_ENDIAN);
        this.tensors = tensors;
    }

    /**
     * Follows a pickle.
     *
     * @param tensors knows how many numbers tensors have
     * @param tensorsOnly whether the pickle may hold a tuple of tensors and nothing else
     * @throws Refused if something is wrong with it; the message goes on from its name
     */
    static void check(byte[] content, PickledTensor tensors, boolean tensorsOnly) throws Refused {
        try {
            Object found = new PickleCheck(content, tensors).follow();
            boolean plain =
                    found instanceof Box box && box.tuple && box.parts.stream().allMatch(PickledTensor.MADE::equals);
            if (tensorsOnly && !plain) {
                throw new Refused("holds something besides tensors");
            }
        } catch (BufferUnderflowException e) {
            throw new Refused("ends in the middle; copy or export the file again");
        }
    }

    private Object follow() throws Refused {
        while (true) {
            int instruction = code.get() & 0xff;
            switch (instruction) {
                case '.' -> {
                    return pop();
                }
                case 'c' -> stack.push(known(line() + "." + line()));
                case '(' -> stack.push(MARK);
                case 't' -> stack.push(new Box(popToMark(), true));
                case 'l', 'd' -> stack.push(new Box(popToMark(), false));
                case ')' -> stack.push(new Box(List.of(), true));
                case ']', '}' -> stack.push(new Box(List.of(), false));
                case 0x85, 0x86, 0x87 -> stack.push(new Box(pop(instruction - 0x84), true));
                case 'a' -> addToTop(pop(1));
                case 's' -> addToTop(pop(2));
                case 'e', 'u' -> addToTop(popToMark());
                case 'b' -> addToTop(pop(1)); // the state of an object
                case 0x81 -> call(pop(), pop());
                case 'R' -> call(pop(), pop());
                case 'Q' -> stack.push(tensors.storage(pop()));
                case '0' -> pop();
                case 'N', 0x88, 0x89 -> stack.push(MAYBE);
                case 'q' -> memory.put(code.get() & 0xff, top());
                case 'r' -> memory.put(code.getInt(), top());
                case 'h' -> recall(code.get() & 0xff);
                case 'j' -> recall(code.getInt());
                case 'K' -> stack.push((long) (code.get() & 0xff));
                case 'M' -> stack.push((long) (code.getShort() & 0xffff));
                case 'J' -> stack.push((long) code.getInt());
                case 0x8a -> stack.push(longer(code.get() & 0xff));
                case 'G' -> stack.push(code.getDouble());
                case 'U' -> stack.push(text(code.get() & 0xff));
                case 'X', 'T' -> stack.push(text(code.getInt()));
                case 0x80 -> code.get();
                default ->
                    throw new Refused(
                            String.format("has an instruction 0x%02x that no saved network has", instruction));
            }
        }
    }

    /** True, false and nothing. */
    private static final Object MAYBE = new Object();

    private static Name known(String name) throws Refused {
        boolean own = name.startsWith("__torch__.") && !name.startsWith("__torch__.torch.classes.");
        if (!own && PickledTensor.width(name) == 0 && !MAKERS.contains(name)) {
            throw new Refused("makes an object of " + name + ", which is neither a tensor nor written in TorchScript");
        }
        return new Name(name);
    }

    private void call(Object arguments, Object function) throws Refused {
        if (!(function instanceof Name name)) {
            throw new Refused("calls something that is not a name");
        }
        if (!(arguments instanceof Box box)) {
            // the engine looks such a value up among the constants of the enumeration, and goes astray if it is none of
            // them
            throw new Refused("holds an enumeration, " + name.text()
                    + ", which is not supported; trace the network instead of scripting it, or export it as ONNX");
        }
        stack.push(name.text().equals(PickledTensor.MAKER) ? tensors.make(box) : new Box(box.parts, false));
    }

    private Object top() throws Refused {
        Object value = pop();
        stack.push(value);
        return value;
    }

    private Object pop() throws Refused {
        Object value = stack.poll();
        if (value == null || value == MARK) {
            throw new Refused("takes more values than it made");
        }
        return value;
    }

    private List<Object> pop(int count) throws Refused {
        List<Object> values = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            values.add(0, pop());
        }
        return values;
    }

    private List<Object> popToMark() throws Refused {
        Deque<Object> values = new ArrayDeque<>();
        while (stack.peek() != MARK) {
            values.push(pop());
        }
        stack.pop();
        return List.copyOf(values);
    }

    private void addToTop(List<Object> added) throws Refused {
        if (!(top() instanceof Box box)) {
            throw new Refused("adds to something that holds nothing");
        }
        box.add(added);
    }

    private void recall(int place) throws Refused {
        Object value = memory.get(place);
        if (value == null) {
            throw new Refused("reads what it never kept");
        }
        if (value instanceof Box box) {
            box.shared = true;
        }
        stack.push(value);
    }

    private String line() {
        int start = code.position();
        while (code.get() != '\n') {
            continue;
        }
        return new String(code.array(), start, code.position() - 1 - start, StandardCharsets.ISO_8859_1);
    }

    private long longer(int bytes) throws Refused {
        if (bytes > Long.BYTES) {
            throw new Refused("has a number of " + bytes + " bytes");
        }
        long number = 0;
        for (int i = 0; i < bytes; i++) {
            long next = code.get();
            number |= (i == bytes - 1 ? next : next & 0xff) << (8 * i);
        }
        return number;
    }

    /** Some texts are types, which the engine parses. */
    private String text(int length) throws Refused {
        if (length < 0 || length > code.remaining()) {
            throw new BufferUnderflowException();
        }
        byte[] bytes = new byte[length];
        code.get(bytes);
        int depth = 0;
        for (byte b : bytes) {
            depth += b == '[' || b == '(' ? 1 : b == ']' || b == ')' ? -1 : 0;
            if (depth > DEEPEST) {
                throw new Refused("has a text with brackets more than " + DEEPEST + " deep");
            }
        }
        return new String(bytes, StandardCharsets.UTF_8);
    }
}
