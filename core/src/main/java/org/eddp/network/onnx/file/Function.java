package org.eddp.network.onnx.file;

import com.google.protobuf.CodedInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.eddp.network.onnx.file.Node.Attribute;

/**
 * An operator that a file defines itself, by nodes.
 *
 * @param name as nodes that call it write it: domain, operator, overload
 * @param inputs names of its arguments inside
 * @param outputs names of its results inside
 * @param defaults of its attributes, by name
 * @param opsets which version of which operators its nodes mean
 */
record Function(
        Name name,
        List<String> inputs,
        List<String> outputs,
        List<Node> nodes,
        Map<String, Attribute> defaults,
        List<Model.Opset> opsets) {

    /** The key of a function. */
    record Name(String domain, String operator, String overload) {
        static Name calledBy(Node node) {
            return new Name(node.domain(), node.operator(), node.overload());
        }
    }

    static Function read(CodedInputStream in) throws IOException {
        MessageReader fields = new MessageReader(in);
        String[] names = {"", "", ""};
        List<String> inputs = new ArrayList<>();
        List<String> outputs = new ArrayList<>();
        List<Node> nodes = new ArrayList<>();
        Map<String, Attribute> defaults = new HashMap<>();
        List<Model.Opset> opsets = new ArrayList<>();
        fields.all((number, tag) -> {
            switch (number) {
                case 1 -> names[1] = in.readStringRequireUtf8();
                case 4 -> inputs.add(in.readStringRequireUtf8());
                case 5 -> outputs.add(in.readStringRequireUtf8());
                case 7 -> nodes.add(fields.message(ModelReader::node));
                case 9 -> opsets.add(fields.message(ModelReader::opset));
                case 10 -> names[0] = in.readStringRequireUtf8();
                case 11 -> {
                    Attribute attribute = fields.message(AttributeReader::read);
                    defaults.put(attribute.name(), attribute);
                }
                case 13 -> names[2] = in.readStringRequireUtf8();
                default -> fields.keep(tag);
            }
        });
        return new Function(new Name(names[0], names[1], names[2]), inputs, outputs, nodes, defaults, opsets);
    }
}
