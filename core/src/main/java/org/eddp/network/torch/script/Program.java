package org.eddp.network.torch.script;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.eddp.network.NetworkFailure;
import org.eddp.network.onnx.file.OnnxTensor;
import org.eddp.network.torch.TorchArchive;

/** What a TorchScript archive holds: a tree of objects, constants, weights and the text of classes and functions. */
final class Program {
    /** Programs and trees of modules; the largest networks have a hundredth of it. */
    private static final long MOST_TEXT = 16L << 20;

    private static final Source NOTHING = new Source(Map.of(), Map.of());

    private final TorchArchive archive;
    private final Map<String, Source> sources = new HashMap<>();

    Program(TorchArchive archive) {
        this.archive = archive;
    }

    /** The root module. Every call makes a new copy, since a program may change it. */
    ScriptObject root() {
        Object root = Pickle.read("data.pkl", archive.bytes("data.pkl", MOST_TEXT));
        if (root instanceof ScriptObject module) {
            return module;
        }
        throw new NetworkFailure("data.pkl in it does not hold a module");
    }

    /** What the program calls the images. */
    String inputName() {
        Source.Type type = type(root().type());
        Source.Function forward = type == null ? null : type.methods().get("forward");
        return forward == null || forward.parameters().size() < 2
                ? "x"
                : forward.parameters().get(1).name();
    }

    /** Values that the program calls {@code CONSTANTS.c0} and so on. */
    List<Object> constants() {
        Object constants = Pickle.read("constants.pkl", archive.bytes("constants.pkl", MOST_TEXT));
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
        String path = "code/" + module.replace('.', '/') + ".py";
        return archive.has(path) // what is not there is not remembered: a loop may ask for ever longer names
                ? sources.computeIfAbsent(module, name -> Parser.parse(path, name, archive.text(path, MOST_TEXT)))
                : NOTHING;
    }

    /**
     * The numbers of a tensor.
     *
     * @param folder of the entries with numbers: data or constants
     * @param name that the tensor gets
     */
    OnnxTensor tensor(Pickle.Tensor tensor, String folder, String name) {
        int width = tensor.storage.type().bytes();
        String entry = folder + "/" + tensor.storage.key();
        ByteBuffer numbers = archive.bytes(entry, Integer.MAX_VALUE);
        if (tensor.storage.count() > numbers.remaining() / width) {
            throw new NetworkFailure(folder + ".pkl in it says that entry " + entry + " has " + tensor.storage.count()
                    + " numbers of " + width + " bytes, and it has " + numbers.remaining()
                    + " bytes; copy or export the file again");
        }
        long count = 1;
        for (long size : tensor.sizes) {
            count *= size;
        }
        ByteBuffer data = tensor.isContiguous() || count == 0
                ? numbers.slice(count == 0 ? 0 : (int) (tensor.offset * width), (int) (count * width))
                : gathered(tensor, numbers, width, Math.toIntExact(count * width));
        return new OnnxTensor(
                name,
                tensor.storage.type().code(),
                tensor.sizes,
                data.order(ByteOrder.LITTLE_ENDIAN),
                Map.of(),
                new byte[0]);
    }

    private static ByteBuffer gathered(Pickle.Tensor tensor, ByteBuffer numbers, int width, int length) {
        ByteBuffer data = ByteBuffer.allocate(length);
        long[] index = new long[tensor.sizes.length];
        byte[] one = new byte[width];
        while (data.hasRemaining()) {
            long from = tensor.offset;
            for (int i = 0; i < index.length; i++) {
                from += index[i] * tensor.strides[i];
            }
            numbers.get((int) (from * width), one);
            data.put(one);
            for (int i = index.length - 1; i >= 0 && ++index[i] == tensor.sizes[i]; i--) {
                index[i] = 0;
            }
        }
        return data.flip();
    }
}
