package org.eddp.network.onnx.file;

import com.google.protobuf.CodedOutputStream;
import com.google.protobuf.WireFormat;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.WritableByteChannel;
import java.util.ArrayList;
import java.util.List;

/** Collects the fields of one protocol-buffer message; large contents are referred to, not copied. */
final class MessageWriter {
    private final List<ByteBuffer> pieces = new ArrayList<>();
    private long size;

    /** Something written with the usual stream. */
    private interface Part {
        void writeTo(CodedOutputStream out) throws IOException;
    }

    private MessageWriter part(Part part) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        CodedOutputStream out = CodedOutputStream.newInstance(bytes);
        try {
            part.writeTo(out);
            out.flush();
        } catch (IOException e) {
            throw new UncheckedIOException("writing to memory failed", e);
        }
        return raw(ByteBuffer.wrap(bytes.toByteArray()));
    }

    /** Fields as they were in another file. */
    MessageWriter rest(byte[] fields) {
        return raw(ByteBuffer.wrap(fields));
    }

    private MessageWriter raw(ByteBuffer bytes) {
        if (bytes.hasRemaining()) {
            pieces.add(bytes);
            size += bytes.remaining();
        }
        return this;
    }

    MessageWriter whole(int field, long value) {
        return part(out -> out.writeInt64(field, value));
    }

    MessageWriter real(int field, float value) {
        return part(out -> out.writeFloat(field, value));
    }

    MessageWriter text(int field, String value) {
        return part(out -> out.writeString(field, value));
    }

    /** A text that is left out if empty. */
    MessageWriter optionalText(int field, String value) {
        return value.isEmpty() ? this : text(field, value);
    }

    MessageWriter bytes(int field, ByteBuffer content) {
        header(field, content.remaining());
        return raw(content.duplicate());
    }

    MessageWriter message(int field, MessageWriter content) {
        header(field, content.size);
        pieces.addAll(content.pieces);
        size += content.size;
        return this;
    }

    private void header(int field, long length) {
        part(out -> {
            out.writeTag(field, WireFormat.WIRETYPE_LENGTH_DELIMITED);
            out.writeUInt64NoTag(length);
        });
    }

    /** Length of the message in bytes. */
    long size() {
        return size;
    }

    byte[] toByteArray() {
        ByteBuffer all = ByteBuffer.allocate(Math.toIntExact(size));
        pieces.forEach(piece -> all.put(piece.duplicate()));
        return all.array();
    }

    void writeTo(OutputStream out) throws IOException {
        WritableByteChannel channel = Channels.newChannel(out);
        for (ByteBuffer piece : pieces) {
            ByteBuffer left = piece.duplicate();
            while (left.hasRemaining()) {
                channel.write(left);
            }
        }
    }
}
