package org.eddp.network.onnx.file;

import com.google.protobuf.CodedInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.eddp.network.onnx.file.Graph.ValueInfo;
import org.eddp.network.onnx.file.Node.Attribute;

/** Reads the messages of an ONNX file; the numbers of the fields are in the description of this package. */
final class ModelReader {
    private ModelReader() {}

    /** @param content what {@code in} reads; large weights stay in it */
    static Model model(CodedInputStream in, ByteBuffer content) throws IOException {
        MessageReader fields = new MessageReader(in);
        long[] version = {0};
        String[] producer = {""};
        List<Model.Opset> opsets = new ArrayList<>();
        Graph[] graph = {null};
        List<Function> functions = new ArrayList<>();
        fields.all((number, tag) -> {
            switch (number) {
                case 1 -> version[0] = in.readInt64();
                case 2 -> producer[0] = in.readStringRequireUtf8();
                case 7 -> graph[0] = fields.message(inside -> graph(inside, content));
                case 8 -> opsets.add(fields.message(ModelReader::opset));
                case 25 -> functions.add(fields.message(Function::read));
                default -> fields.keep(tag);
            }
        });
        Model model = new Model(version[0], producer[0], opsets, graph[0], fields.rest());
        return model.with(
                FunctionInlining.inline(graph[0], functions, model.opset().orElse(0)));
    }

    static Model.Opset opset(CodedInputStream in) throws IOException {
        String[] domain = {""};
        long[] version = {0};
        MessageReader fields = new MessageReader(in);
        fields.all((number, tag) -> {
            switch (number) {
                case 1 -> domain[0] = in.readStringRequireUtf8();
                case 2 -> version[0] = in.readInt64();
                default -> fields.keep(tag);
            }
        });
        return new Model.Opset(domain[0], version[0]);
    }

    private static Graph graph(CodedInputStream in, ByteBuffer content) throws IOException {
        MessageReader fields = new MessageReader(in);
        String[] name = {""};
        List<Node> nodes = new ArrayList<>();
        List<OnnxTensor> initialisers = new ArrayList<>();
        List<ValueInfo> inputs = new ArrayList<>();
        List<ValueInfo> outputs = new ArrayList<>();
        fields.all((number, tag) -> {
            switch (number) {
                case 1 -> nodes.add(fields.message(ModelReader::node));
                case 2 -> name[0] = in.readStringRequireUtf8();
                case 5 -> initialisers.add(fields.message(inside -> TensorReader.read(inside, content)));
                case 11 -> inputs.add(fields.message(ValueInfoReader::read));
                case 12 -> outputs.add(fields.message(ValueInfoReader::read));
                default -> fields.keep(tag);
            }
        });
        return new Graph(name[0], nodes, initialisers, inputs, outputs, fields.rest());
    }

    static Node node(CodedInputStream in) throws IOException {
        MessageReader fields = new MessageReader(in);
        String[] names = {"", "", ""};
        List<String> inputs = new ArrayList<>();
        List<String> outputs = new ArrayList<>();
        List<Attribute> attributes = new ArrayList<>();
        fields.all((number, tag) -> {
            switch (number) {
                case 1 -> inputs.add(in.readStringRequireUtf8());
                case 2 -> outputs.add(in.readStringRequireUtf8());
                case 3 -> names[0] = in.readStringRequireUtf8();
                case 4 -> names[1] = in.readStringRequireUtf8();
                case 5 -> attributes.add(fields.message(AttributeReader::read));
                case 7 -> names[2] = in.readStringRequireUtf8();
                default -> fields.keep(tag);
            }
        });
        return new Node(names[0], names[1], names[2], inputs, outputs, attributes, fields.rest());
    }
}
