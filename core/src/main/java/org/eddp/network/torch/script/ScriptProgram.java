package org.eddp.network.torch.script;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.eddp.files.python.PickledTensor;
import org.eddp.network.NetworkFailure;
import org.eddp.network.onnx.file.OnnxTensor;
import org.eddp.network.torch.StoredTensors;
import org.eddp.network.torch.StoredTensors.TensorLayout;
import org.eddp.network.torch.TorchArchive;

/**
 * The content of a TorchScript archive: a tree of objects, constants, weights and the text of classes and functions.
 */
final class ScriptProgram {
    /** Limit for the whole program and for each pickle; the largest networks have a hundredth of it. */
    private static final long MOST_TEXT = 16L << 20;

    private static final Source NOTHING = new Source(Map.of(), Map.of());

    private final TorchArchive archive;
    private final StoredTensors tensors;
    private final Map<String, Source> sources = new HashMap<>();
    private long textLeft = MOST_TEXT;

    ScriptProgram(TorchArchive archive) {
        this.archive = archive;
        tensors = new StoredTensors(archive);
    }

    /** The root module. Every call makes a new copy, since a program may change it. */
    ScriptObject root() {
        Object root = ScriptPickle.read("data.pkl", archive.parsed("data.pkl", MOST_TEXT));
        if (root instanceof ScriptObject module) {
            return module;
        }
        throw new NetworkFailure("data.pkl in it does not hold a module");
    }

    /** The name of the images in the program. */
    String inputName() {
        Source.Type type = type(root().type());
        Source.Function forward = type == null ? null : type.methods().get("forward");
        return forward == null || forward.parameters().size() < 2
                ? "x"
                : forward.parameters().get(1).name();
    }

    /** Values that the program calls {@code CONSTANTS.c0} and so on. */
    List<Object> constants() {
        Object constants = ScriptPickle.read("constants.pkl", archive.parsed("constants.pkl", MOST_TEXT));
        List<Object> items = Values.sequence(constants);
        if (items == null) {
            throw new NetworkFailure("constants.pkl in it does not hold a tuple");
        }
        return items;
    }

    /** A function by its name with its modules, null if there is none. */
    Source.Function function(String name) {
        return source(module(name)).functions().get(simple(name));
    }

    /** A class by its name with its modules, null if there is none. */
    Source.Type type(String name) {
        return source(module(name)).classes().get(simple(name));
    }

    private static String module(String name) {
        return name.substring(0, Math.max(0, name.lastIndexOf('.')));
    }

    private static String simple(String name) {
        return name.substring(name.lastIndexOf('.') + 1);
    }

    private Source source(String module) {
        if (!sources.containsKey(module)) {
            String path = "code/" + module.replace('.', '/') + ".py";
            if (!archive.has(path)) {
                return NOTHING; // not cached: a loop may look up ever longer names
            }
            String text = archive.text(path, textLeft);
            textLeft -= text.length();
            sources.put(module, Parser.parse(path, module, text));
        }
        return sources.get(module);
    }

    /**
     * The numbers of a tensor.
     *
     * @param folder of the entries with numbers: data or constants
     * @param name that the tensor gets
     */
    OnnxTensor tensor(PickledTensor tensor, String folder, String name) {
        TensorLayout layout = TensorLayout.of(tensor);
        String entry = folder + "/" + tensor.storage().key();
        int width = layout.type().bytes();
        int bytes = tensors.storage(entry).remaining();
        if (tensor.storage().count() > bytes / width) {
            throw new NetworkFailure(folder + ".pkl in it says that entry " + entry + " has "
                    + tensor.storage().count() + " numbers of " + width + " bytes, and it has " + bytes
                    + " bytes; copy or export the file again");
        }
        return tensors.read(name, entry, layout);
    }
}
