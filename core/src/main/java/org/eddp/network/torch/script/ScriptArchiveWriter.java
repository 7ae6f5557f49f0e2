package org.eddp.network.torch.script;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.eddp.files.AtomicFile;
import org.eddp.network.onnx.file.OnnxTensor;
import org.eddp.network.torch.StoredTensors.TensorLayout;
import org.eddp.network.torch.TorchArchiveWriter;

/** Writes a tree of modules as an archive: their classes as text, their values as a pickle, and the numbers of weights. */
final class ScriptArchiveWriter {
    private final StringBuilder code = new StringBuilder();
    private final ByteArrayOutputStream pickle = new ByteArrayOutputStream();
    private final List<OnnxTensor> weights = new ArrayList<>();
    private int classes;

    private ScriptArchiveWriter() {}

    static void write(ScriptWriter root, Path file) {
        ScriptArchiveWriter writer = new ScriptArchiveWriter();
        writer.pickle.write(0x80);
        writer.pickle.write(2);
        writer.object(root);
        writer.pickle.write('.');
        AtomicFile.write(file, out -> {
            TorchArchiveWriter archive = new TorchArchiveWriter(out, "network/");
            archive.add("data.pkl", ByteBuffer.wrap(writer.pickle.toByteArray()));
            archive.add("byteorder", "little");
            for (int i = 0; i < writer.weights.size(); i++) {
                archive.add("data/" + i, writer.weights.get(i).data());
            }
            archive.add("code/__torch__.py", writer.code.toString());
            archive.add("constants.pkl", ByteBuffer.wrap(new byte[] {(byte) 0x80, 2, ')', '.'}));
            archive.add("version", "3\n");
            archive.finish();
        });
    }

    /** Writes a class for each module, because each has its own program, and its values. */
    private String object(ScriptWriter module) {
        String type = module.kind() + (classes++ == 0 ? "" : "_" + classes);
        StringBuilder fields = new StringBuilder();
        global("__torch__", type);
        pickle.write(')');
        pickle.write(0x81);
        pickle.write('}');
        pickle.write('(');
        for (Map<String, OnnxTensor> tensors : List.of(module.parameters(), module.buffers())) {
            tensors.forEach((name, tensor) -> {
                fields.append("  ").append(name).append(" : Tensor\n");
                text(name);
                tensor(tensor);
            });
        }
        fields.append("  training : bool\n");
        text("training");
        pickle.write(0x89);
        module.settings().forEach((name, value) -> {
            fields.append("  ").append(name).append(" : bool\n");
            text(name);
            pickle.write(value ? 0x88 : 0x89);
        });
        module.modules().forEach((name, part) -> {
            text(name);
            String partType = "__torch__." + object(part);
            boolean number = Character.isDigit(name.charAt(0));
            fields.append(number ? "  __annotations__[\"" + name + "\"] = " : "  " + name + " : ")
                    .append(partType)
                    .append('\n');
        });
        pickle.write('u');
        pickle.write('b');
        code.append("class ").append(type).append("(Module):\n");
        code.append("  __parameters__ = ").append(names(module.parameters())).append('\n');
        code.append("  __buffers__ = ").append(names(module.buffers())).append('\n');
        code.append(fields);
        module.source().lines().forEach(line -> code.append("  ").append(line).append('\n'));
        return type;
    }

    private static String names(Map<String, OnnxTensor> tensors) {
        return tensors.keySet().stream().map(name -> "\"" + name + "\", ").collect(Collectors.joining("", "[", "]"));
    }

    private void tensor(OnnxTensor tensor) {
        long[] sizes = tensor.dims();
        long[] strides = new long[sizes.length];
        long count = 1;
        for (int i = sizes.length - 1; i >= 0; i--) {
            strides[i] = count;
            count *= sizes[i];
        }
        global("torch._utils", "_rebuild_tensor_v2");
        pickle.write('(');
        pickle.write('(');
        text("storage");
        global("torch", TensorLayout.storage(tensor.type()));
        text(Integer.toString(weights.size()));
        text("cpu");
        number(count);
        pickle.write('t');
        pickle.write('Q');
        number(0);
        numbers(sizes);
        numbers(strides);
        pickle.write(0x89);
        global("collections", "OrderedDict");
        pickle.write(')');
        pickle.write('R');
        pickle.write('t');
        pickle.write('R');
        weights.add(tensor);
    }

    private void numbers(long[] values) {
        pickle.write('(');
        for (long value : values) {
            number(value);
        }
        pickle.write('t');
    }

    private void number(long value) {
        pickle.write(0x8a);
        pickle.write(Long.BYTES);
        pickle.writeBytes(ByteBuffer.allocate(Long.BYTES)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putLong(value)
                .array());
    }

    private void text(String value) {
        byte[] content = value.getBytes(StandardCharsets.UTF_8);
        pickle.write('X');
        pickle.writeBytes(ByteBuffer.allocate(Integer.BYTES)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putInt(content.length)
                .array());
        pickle.writeBytes(content);
    }

    private void global(String module, String name) {
        pickle.writeBytes(("c" + module + "\n" + name + "\n").getBytes(StandardCharsets.UTF_8));
    }
}
