package org.eddp.network.onnx.file;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import org.eddp.network.onnx.file.Graph.ValueInfo;
import org.eddp.network.onnx.file.Node.Attribute;
import org.eddp.network.onnx.file.OnnxTensor.ElementType;

/** Writes the messages of an ONNX file; the numbers of the fields are in the description of this package. */
final class ModelWriter {
    private ModelWriter() {}

    static MessageWriter model(Model model) {
        MessageWriter out = new MessageWriter().whole(1, model.irVersion()).optionalText(2, model.producer());
        out.message(7, graph(model.graph()));
        for (Model.Opset opset : model.opsets()) {
            out.message(8, new MessageWriter().text(1, opset.domain()).whole(2, opset.version()));
        }
        return out.rest(model.rest());
    }

    private static MessageWriter graph(Graph graph) {
        MessageWriter out = new MessageWriter();
        graph.nodes().forEach(node -> out.message(1, node(node)));
        out.text(2, graph.name());
        graph.initialisers().forEach(tensor -> out.message(5, tensor(tensor)));
        graph.inputs().forEach(value -> out.message(11, value(value)));
        graph.outputs().forEach(value -> out.message(12, value(value)));
        return out.rest(graph.rest());
    }

    static MessageWriter node(Node node) {
        MessageWriter out = new MessageWriter();
        node.inputs().forEach(name -> out.text(1, name));
        node.outputs().forEach(name -> out.text(2, name));
        out.optionalText(3, node.name()).text(4, node.operator());
        node.attributes().forEach(attribute -> out.message(5, attribute(attribute)));
        return out.optionalText(7, node.domain()).rest(node.rest());
    }

    private static MessageWriter attribute(Attribute attribute) {
        MessageWriter out = new MessageWriter().text(1, attribute.name());
        Object value = attribute.value();
        if (value instanceof Float number) {
            out.real(2, number).whole(AttributeReader.TYPE, 1);
        } else if (value instanceof Long number) {
            out.whole(3, number).whole(AttributeReader.TYPE, 2);
        } else if (value instanceof String text) {
            out.text(4, text).whole(AttributeReader.TYPE, 3);
        } else if (value instanceof OnnxTensor tensor) {
            out.message(5, tensor(tensor)).whole(AttributeReader.TYPE, 4);
        } else if (value instanceof float[] numbers) {
            ByteBuffer packed =
                    ByteBuffer.allocate(numbers.length * Float.BYTES).order(ByteOrder.LITTLE_ENDIAN);
            packed.asFloatBuffer().put(numbers);
            out.bytes(7, packed).whole(AttributeReader.TYPE, 6);
        } else if (value instanceof long[] numbers) {
            for (long number : numbers) {
                out.whole(8, number);
            }
            out.whole(AttributeReader.TYPE, 7);
        } else if (value instanceof List<?> texts) {
            texts.forEach(text -> out.text(9, (String) text));
            out.whole(AttributeReader.TYPE, 8);
        }
        return out.rest(attribute.rest());
    }

    private static MessageWriter tensor(OnnxTensor tensor) {
        MessageWriter out = new MessageWriter();
        for (long length : tensor.dims()) {
            out.whole(1, length);
        }
        out.whole(2, tensor.typeCode()).optionalText(8, tensor.name());
        if (ElementType.of(tensor.typeCode()) != null) {
            out.bytes(9, tensor.data());
        }
        return out.rest(tensor.rest());
    }

    private static MessageWriter value(ValueInfo value) {
        MessageWriter out = new MessageWriter().text(1, value.name());
        if (value.type() != null) {
            MessageWriter type = new MessageWriter().whole(1, value.type().code());
            if (value.shape() != null) {
                MessageWriter shape = new MessageWriter();
                value.shape().forEach(dimension -> shape.message(1, dimension(dimension)));
                type.message(2, shape);
            }
            out.message(2, new MessageWriter().message(1, type));
        }
        return out.rest(value.rest());
    }

    private static MessageWriter dimension(ValueInfo.Dimension dimension) {
        MessageWriter out = new MessageWriter();
        return dimension.length() >= 0 ? out.whole(1, dimension.length()) : out.optionalText(2, dimension.symbol());
    }
}
