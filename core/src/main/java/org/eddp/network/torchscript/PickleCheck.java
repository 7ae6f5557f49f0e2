package org.eddp.network.torchscript;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Set;

/**
 * A pickle inside a TorchScript archive, looked at before the engine reads it: which classes it makes objects of.
 *
 * <p>Pickles are programs for a small machine. The engine's machine makes tensors, lists and objects of the classes in the archive,
 * and also objects of classes written in C++, whose code then runs on what the file says. Only the former are let through, and only
 * the instructions that the engine itself writes.
 */
final class PickleCheck {
    private static final Set<String> MAKERS = Set.of(
            "collections.OrderedDict",
            "torch._utils._rebuild_tensor_v2",
            "torch._utils._rebuild_parameter",
            "torch.device",
            "torch.jit._pickle.build_intlist",
            "torch.jit._pickle.build_doublelist",
            "torch.jit._pickle.build_boollist",
            "torch.jit._pickle.build_tensorlist",
            "torch.jit._pickle.restore_type_tag");

    private final ByteBuffer code;

    private PickleCheck(byte[] content) {
        code = ByteBuffer.wrap(content).order(ByteOrder.LITTLE_ENDIAN);
    }

    /** @return what is wrong with a pickle, or null */
    static String problem(byte[] content) {
        try {
            return new PickleCheck(content).problem();
        } catch (BufferUnderflowException e) {
            return "ends in the middle; copy or export the file again";
        }
    }

    private String problem() {
        while (true) {
            int instruction = code.get() & 0xff;
            switch (instruction) {
                case '.' -> {
                    return null;
                }
                case 'c' -> {
                    String name = line() + "." + line();
                    if (!isKnown(name)) {
                        return "makes an object of " + name + ", which is neither a tensor nor written in TorchScript";
                    }
                }
                // marks, containers, constants, and what joins them
                case '(', ')', '}', ']', 't', 'l', 'd', 'a', 'e', 's', 'u', 'b', 'R', 'Q', 'N', '0', '1', '2' -> {}
                case 0x81, 0x85, 0x86, 0x87, 0x88, 0x89 -> {}
                case 'q', 'h', 'K', 0x80 -> skip(1);
                case 'M' -> skip(2);
                case 'r', 'j', 'J' -> skip(4);
                case 'G' -> skip(8);
                case 'U', 0x8a -> skip(code.get() & 0xff);
                case 'X', 'T' -> skip(code.getInt());
                default -> {
                    return String.format("has an instruction 0x%02x that no saved network has", instruction);
                }
            }
        }
    }

    private static boolean isKnown(String name) {
        boolean own = name.startsWith("__torch__.") && !name.startsWith("__torch__.torch.classes.");
        boolean storage = name.matches("torch\\.(Float|Double|Half|BFloat16|Long|Int|Short|Char|Byte|Bool)Storage");
        return own || storage || MAKERS.contains(name);
    }

    private String line() {
        int start = code.position();
        while (code.get() != '\n') {
            continue;
        }
        return new String(code.array(), start, code.position() - 1 - start, StandardCharsets.ISO_8859_1);
    }

    private void skip(int count) {
        if (count < 0 || count > code.remaining()) {
            throw new BufferUnderflowException();
        }
        code.position(code.position() + count);
    }
}
