package org.eddp.network.onnx.file;

import com.google.protobuf.CodedInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.eddp.network.onnx.file.Graph.ValueInfo;
import org.eddp.network.onnx.file.OnnxTensor.ElementType;

/** Reads the message of one input or output. */
final class ValueInfoReader {
    private String name = "";
    private int type;
    private List<ValueInfo.Dimension> shape;

    private ValueInfoReader() {}

    static ValueInfo read(CodedInputStream in) throws IOException {
        ValueInfoReader reader = new ValueInfoReader();
        MessageReader fields = new MessageReader(in);
        fields.all((number, tag) -> {
            switch (number) {
                case 1 -> reader.name = in.readStringRequireUtf8();
                case 2 -> fields.message(reader::type);
                default -> fields.keep(tag);
            }
        });
        return new ValueInfo(reader.name, ElementType.of(reader.type), reader.shape, fields.rest());
    }

    private Void type(CodedInputStream in) throws IOException {
        MessageReader fields = new MessageReader(in);
        fields.all((number, tag) -> {
            if (number == 1) {
                fields.message(this::tensorType);
            } else {
                fields.keep(tag);
            }
        });
        return null;
    }

    private Void tensorType(CodedInputStream in) throws IOException {
        MessageReader fields = new MessageReader(in);
        fields.all((number, tag) -> {
            switch (number) {
                case 1 -> type = in.readInt32();
                case 2 -> shape = fields.message(ValueInfoReader::shape);
                default -> fields.keep(tag);
            }
        });
        return null;
    }

    private static List<ValueInfo.Dimension> shape(CodedInputStream in) throws IOException {
        MessageReader fields = new MessageReader(in);
        List<ValueInfo.Dimension> dimensions = new ArrayList<>();
        fields.all((number, tag) -> {
            if (number == 1) {
                dimensions.add(fields.message(ValueInfoReader::dimension));
            } else {
                fields.keep(tag);
            }
        });
        return dimensions;
    }

    private static ValueInfo.Dimension dimension(CodedInputStream in) throws IOException {
        long[] length = {-1};
        String[] symbol = {""};
        MessageReader fields = new MessageReader(in);
        fields.all((number, tag) -> {
            switch (number) {
                case 1 -> length[0] = in.readInt64();
                case 2 -> symbol[0] = in.readStringRequireUtf8();
                default -> fields.keep(tag);
            }
        });
        return new ValueInfo.Dimension(length[0], symbol[0]);
    }
}
