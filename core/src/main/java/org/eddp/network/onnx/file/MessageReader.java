package org.eddp.network.onnx.file;

import com.google.protobuf.CodedInputStream;
import com.google.protobuf.CodedOutputStream;
import com.google.protobuf.WireFormat;
import java.io.ByteArrayOutputStream;
import java.io.IOException;

/**
 * Reads the fields of one protocol-buffer message.
 *
 * <p>Lengths are checked by {@link CodedInputStream} against what is left of the enclosing message before anything is
 * allocated.
 */
final class MessageReader {
    private final CodedInputStream in;
    private ByteArrayOutputStream rest;

    MessageReader(CodedInputStream in) {
        this.in = in;
    }

    /** A handler of fields. */
    interface Field {
        /** Reads the field {@code number}, or {@linkplain #keep keeps} it if the program does not use it. */
        void read(int number, int tag) throws IOException;
    }

    /** Reads all fields up to the end of the message. */
    void all(Field field) throws IOException {
        for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
            field.read(WireFormat.getTagFieldNumber(tag), tag);
        }
    }

    /** Keeps a field unchanged. */
    void keep(int tag) throws IOException {
        if (rest == null) {
            rest = new ByteArrayOutputStream();
        }
        CodedOutputStream out = CodedOutputStream.newInstance(rest);
        in.skipField(tag, out);
        out.flush();
    }

    /** The fields that were {@linkplain #keep kept} instead of read, as bytes. */
    byte[] rest() {
        return rest == null ? new byte[0] : rest.toByteArray();
    }

    /** Something that reads a whole message. */
    interface Message<T> {
        /** Reads until the end. */
        T read(CodedInputStream in) throws IOException;
    }

    /** Reads a message inside this one. */
    <T> T message(Message<T> reader) throws IOException {
        int outer = in.pushLimit(in.readRawVarint32());
        T read = reader.read(in);
        in.checkLastTagWas(0);
        in.popLimit(outer);
        return read;
    }

    /** Adds the whole numbers of a field, which come one by one or packed. */
    void varints(int tag, NumberBuffer numbers) throws IOException {
        if (WireFormat.getTagWireType(tag) != WireFormat.WIRETYPE_LENGTH_DELIMITED) {
            numbers.add(in.readInt64());
            return;
        }
        int outer = in.pushLimit(in.readRawVarint32());
        while (in.getBytesUntilLimit() > 0) {
            numbers.add(in.readInt64());
        }
        in.popLimit(outer);
    }

    /** Adds the numbers of a field of fixed width, which come one by one or packed. */
    void fixed(int tag, NumberBuffer numbers) throws IOException {
        switch (WireFormat.getTagWireType(tag)) {
            case WireFormat.WIRETYPE_FIXED32 -> numbers.add(in.readFixed32());
            case WireFormat.WIRETYPE_FIXED64 -> numbers.add(in.readFixed64());
            default -> numbers.addAll(in.readByteBuffer());
        }
    }
}
