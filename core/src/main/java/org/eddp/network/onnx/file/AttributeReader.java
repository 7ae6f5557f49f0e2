package org.eddp.network.onnx.file;

import com.google.protobuf.CodedInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.eddp.network.onnx.file.Node.Attribute;

/** Reads the message of one attribute. */
final class AttributeReader {
    static final int TYPE = 20;
    private static final int SMALL = 1 << 12;

    private final CodedInputStream in;
    private final MessageReader fields;
    private final NumberBuffer floats = new NumberBuffer(Float.BYTES);
    private final NumberBuffer ints = new NumberBuffer(Long.BYTES);
    private final List<String> strings = new ArrayList<>();
    private String name = "";
    private int type;
    /** The value, if it is a single one; files without a type have exactly one. */
    private Object single;

    private float number;
    private long whole;

    private AttributeReader(CodedInputStream in) {
        this.in = in;
        fields = new MessageReader(in);
    }

    static Attribute read(CodedInputStream in) throws IOException {
        AttributeReader reader = new AttributeReader(in);
        reader.fields.all(reader::field);
        Object value = reader.value();
        byte[] rest = reader.fields.rest();
        if (value == null) { // the type is kept with the unread content, which could not be written back without it
            rest = new MessageWriter().rest(rest).whole(TYPE, reader.type).toByteArray();
        }
        return new Attribute(reader.name, value, rest);
    }

    private void field(int field, int tag) throws IOException {
        switch (field) {
            case 1 -> name = in.readStringRequireUtf8();
            case 2 -> single = number = in.readFloat();
            case 3 -> single = whole = in.readInt64();
            case 4 -> single = in.readString();
            case 5 -> single = detached(fields.message(TensorReader::read));
            case 7 -> fields.fixed(tag, floats);
            case 8 -> fields.varints(tag, ints);
            case 9 -> strings.add(in.readString());
            case TYPE -> type = in.readInt32();
            default -> fields.keep(tag);
        }
    }

    /** Small tensors are copied: otherwise a node would keep all bytes of the file in memory. */
    private static OnnxTensor detached(OnnxTensor tensor) {
        ByteBuffer data = tensor.data();
        if (data.remaining() > SMALL || !tensor.external().isEmpty()) {
            return tensor;
        }
        return tensor.with(ByteBuffer.allocate(data.remaining()).put(data).flip());
    }

    private Object value() {
        return switch (type) {
            case 1 -> number;
            case 2 -> whole;
            case 3 -> single == null ? "" : single;
            case 4 -> single;
            case 6 -> floats.floats();
            case 7 -> ints.longs();
            case 8 -> strings;
            case 0 -> untyped();
            default -> null;
        };
    }

    private Object untyped() {
        if (single != null) {
            return single;
        }
        if (floats.bytes().hasRemaining()) {
            return floats.floats();
        }
        return ints.bytes().hasRemaining() ? ints.longs() : strings;
    }
}
