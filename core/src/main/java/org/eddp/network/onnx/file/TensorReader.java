package org.eddp.network.onnx.file;

import com.google.protobuf.CodedInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.LinkedHashMap;
import java.util.Map;
import org.eddp.network.onnx.file.OnnxTensor.ElementType;

/** Reads the message of one tensor. */
final class TensorReader {
    private static final int DIMS = 1;
    private static final int DATA_TYPE = 2;
    private static final int FLOAT_DATA = 4;
    private static final int INT32_DATA = 5;
    private static final int INT64_DATA = 7;
    private static final int NAME = 8;
    private static final int RAW_DATA = 9;
    private static final int DOUBLE_DATA = 10;
    private static final int UINT64_DATA = 11;
    private static final int EXTERNAL_DATA = 13;
    private static final int DATA_LOCATION = 14;

    private final CodedInputStream in;
    /** The bytes that {@link #in} reads, null if not available. */
    private final ByteBuffer content;

    private final MessageReader fields;
    private final NumberBuffer dims = new NumberBuffer(Long.BYTES);
    private final NumberBuffer fixed = new NumberBuffer(Float.BYTES);
    private final NumberBuffer whole = new NumberBuffer(Long.BYTES);
    private final Map<String, String> external = new LinkedHashMap<>();
    private String name = "";
    private int type;
    private ByteBuffer raw;
    private boolean outside;

    private TensorReader(CodedInputStream in, ByteBuffer content) {
        this.in = in;
        this.content = content;
        fields = new MessageReader(in);
    }

    static OnnxTensor read(CodedInputStream in) throws IOException {
        return read(in, null);
    }

    /** @param content what {@code in} reads from its beginning: the numbers of the tensor stay there, they are not copied */
    static OnnxTensor read(CodedInputStream in, ByteBuffer content) throws IOException {
        return new TensorReader(in, content).read();
    }

    private OnnxTensor read() throws IOException {
        fields.all(this::field);
        Map<String, String> place = outside ? external : Map.of();
        OnnxTensor tensor = new OnnxTensor(name, type, dims.longs(), numbers(), place, fields.rest());
        return outside || ElementType.of(type) == null ? tensor : tensor.checked();
    }

    private void field(int number, int tag) throws IOException {
        switch (number) {
            case DIMS -> fields.varints(tag, dims);
            case DATA_TYPE -> type = in.readInt32();
            case FLOAT_DATA, DOUBLE_DATA -> fields.fixed(tag, fixedOf(number));
            case INT32_DATA, INT64_DATA, UINT64_DATA -> fields.varints(tag, whole);
            case NAME -> name = in.readStringRequireUtf8();
            case RAW_DATA -> raw = content == null ? in.readByteBuffer() : part();
            case EXTERNAL_DATA -> fields.message(this::entry);
            case DATA_LOCATION -> outside = in.readInt32() == 1;
            default -> fields.keep(tag);
        }
    }

    private NumberBuffer doubles;

    private NumberBuffer fixedOf(int number) {
        if (number == FLOAT_DATA) {
            return fixed;
        }
        if (doubles == null) {
            doubles = new NumberBuffer(Double.BYTES);
        }
        return doubles;
    }

    private ByteBuffer part() throws IOException {
        int length = in.readRawVarint32();
        int start = in.getTotalBytesRead();
        in.skipRawBytes(length);
        return content.slice(start, length);
    }

    private Void entry(CodedInputStream inside) throws IOException {
        String[] pair = KeptFields.pair(inside);
        external.put(pair[0], pair[1]);
        return null;
    }

    private ByteBuffer numbers() {
        if (raw != null) {
            return raw;
        }
        if (doubles != null) {
            return doubles.bytes();
        }
        ByteBuffer longs = whole.bytes();
        ElementType element = ElementType.of(type);
        if (!longs.hasRemaining() || element == null) {
            return fixed.bytes();
        }
        if (element.bytes() == Long.BYTES) {
            return longs;
        }
        NumberBuffer narrow = new NumberBuffer(element.bytes());
        while (longs.hasRemaining()) {
            narrow.add(longs.getLong());
        }
        return narrow.bytes();
    }
}
