package org.eddp.network.torch.script;

import java.nio.ByteBuffer;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.eddp.files.python.PickleMachine;
import org.eddp.network.NetworkFailure;

/**
 * The objects in a pickle of a TorchScript archive: those of the program's classes, values of its enumerations, lists that have a type
 * and tensors. Nothing is called: other classes and functions are refused by name.
 *
 * @param title of the pickle, for messages
 */
record ScriptPickle(String title) implements PickleMachine.Objects {
    private static final Pattern PLAIN = Pattern.compile(
            "(torch|torch\\._utils|torch\\.storage|collections|builtins|__builtin__|_codecs|numpy.*|argparse)\\.\\w+");

    /**
     * Reads a pickle.
     *
     * @throws NetworkFailure if it is damaged, or does more than describe values
     */
    static Object read(String title, ByteBuffer content) {
        return PickleMachine.run(content, new ScriptPickle(title));
    }

    /** The first class that a pickle makes an object of and is neither PyTorch's nor Python's own, null if there is none. */
    static String foreignClass(ByteBuffer content) {
        String[] found = new String[1];
        try {
            PickleMachine.run(content, new PickleMachine.Objects() {
                @Override
                public Object made(String name, Object given) {
                    if (!PLAIN.matcher(name).matches()) {
                        found[0] = name;
                        throw failure("has the class " + name);
                    }
                    return null;
                }

                @Override
                public RuntimeException failure(String what) {
                    return new NetworkFailure(what);
                }
            });
        } catch (NetworkFailure e) {
            return found[0]; // a damaged pickle does not matter here, because the file cannot be used anyway
        }
        return null;
    }

    @Override
    public Object made(String name, Object given) {
        if (name.startsWith("__torch__.") && !name.startsWith("__torch__.torch.classes.")) {
            return given instanceof Object[] ? new ScriptObject(name) : new ScriptObject.Constant(name, given);
        }
        return switch (name) {
            case "torch.jit._pickle.build_intlist",
                    "torch.jit._pickle.build_doublelist",
                    "torch.jit._pickle.build_boollist",
                    "torch.jit._pickle.build_tensorlist",
                    "torch.jit._pickle.restore_type_tag" ->
                given instanceof Object[] several && several.length > 0 ? several[0] : null;
            default ->
                throw failure("makes an object of " + name + ", which is neither a tensor nor written in TorchScript");
        };
    }

    @Override
    public void build(Object made, Object attributes) {
        if (!(made instanceof ScriptObject object)) {
            throw failure("gives attributes to something that is not an object");
        }
        if (attributes instanceof Map<?, ?> map) {
            map.forEach((key, value) -> object.attributes().put(String.valueOf(key), value));
        } else {
            object.attributes().put(Interpreter.STATE, attributes);
        }
    }

    @Override
    public Collection<?> parts(Object made) {
        return made instanceof ScriptObject object ? object.attributes().values() : List.of();
    }

    @Override
    public RuntimeException failure(String what) {
        return new NetworkFailure(title + " in it " + what);
    }
}
