package org.eddp.network.onnx.file;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** What would be in the file of a model. */
public final class OnnxBytes {
    private OnnxBytes() {}

    public static byte[] of(Model model) {
        return ModelWriter.model(model).toByteArray();
    }

    /** Writes a model as current exporters do: its weights in one file beside it, {@code file.data}. */
    public static void writeWithWeightsBeside(Path file, Model model) throws IOException {
        String beside = file.getFileName() + ".data";
        List<OnnxTensor> outside = new ArrayList<>();
        try (FileChannel channel =
                FileChannel.open(file.resolveSibling(beside), StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
            for (OnnxTensor tensor : model.graph().initialisers()) {
                if (!tensor.type().real()) {
                    outside.add(tensor); // shapes and axes stay inside
                    continue;
                }
                long offset = channel.position();
                long length = tensor.data().remaining();
                channel.write(tensor.data());
                MessageWriter where = new MessageWriter();
                for (Map.Entry<String, String> entry : Map.of(
                                "location", beside, "offset", "" + offset, "length", "" + length)
                        .entrySet()) {
                    where.message(
                            13, new MessageWriter().text(1, entry.getKey()).text(2, entry.getValue()));
                }
                outside.add(new OnnxTensor(
                        tensor.name(),
                        tensor.typeCode(),
                        tensor.dims(),
                        ByteBuffer.allocate(0),
                        Map.of(),
                        where.whole(14, 1).toByteArray()));
            }
        }
        Model.write(file, model.with(model.graph().with(model.graph().nodes(), outside)));
    }

    /** A model with a function of its own, as a field of the file. */
    public static Model withFunction(
            Model model, String domain, String name, List<String> inputs, List<String> outputs, List<Node> nodes) {
        MessageWriter function = new MessageWriter().text(1, name);
        inputs.forEach(input -> function.text(4, input));
        outputs.forEach(output -> function.text(5, output));
        nodes.forEach(node -> function.message(7, ModelWriter.node(node)));
        for (Model.Opset opset : model.opsets()) {
            function.message(9, new MessageWriter().text(1, opset.domain()).whole(2, opset.version()));
        }
        byte[] rest = new MessageWriter()
                .rest(model.rest())
                .message(25, function.text(10, domain))
                .toByteArray();
        return new Model(model.irVersion(), model.producer(), model.opsets(), model.graph(), rest);
    }

    /** An attribute of a function's node that stands for one of the caller. */
    public static Node.Attribute reference(String name, String ofCaller, int type) {
        return new Node.Attribute(
                name,
                null,
                new MessageWriter().whole(20, type).text(21, ofCaller).toByteArray());
    }
}
