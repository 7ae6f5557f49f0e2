package org.eddp.network.onnx.file;

import com.google.protobuf.CodedInputStream;
import com.google.protobuf.WireFormat;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.eddp.network.NetworkFailure;

/** Fields kept as bytes and parsed on demand. */
final class KeptFields {
    private KeptFields() {}

    /** A text, empty if there is none. */
    static String text(byte[] rest, int number) {
        String[] found = {""};
        each(rest, number, in -> found[0] = in.readStringRequireUtf8());
        return found[0];
    }

    /** Pairs of key [1] and value [2]. */
    static Map<String, String> entries(byte[] rest, int number) {
        Map<String, String> entries = new LinkedHashMap<>();
        each(rest, number, in -> {
            String[] pair = new MessageReader(in).message(KeptFields::pair);
            entries.put(pair[0], pair[1]);
        });
        return entries;
    }

    /** Messages of one kind, in order. */
    static <T> List<T> messages(byte[] rest, int number, MessageReader.Message<T> reader) {
        List<T> found = new ArrayList<>();
        each(rest, number, in -> found.add(new MessageReader(in).message(reader)));
        return found;
    }

    /** Reads the message of a pair of key [1] and value [2]. */
    static String[] pair(CodedInputStream in) throws IOException {
        String[] pair = {"", ""};
        MessageReader fields = new MessageReader(in);
        fields.all((number, tag) -> {
            if (number == 1 || number == 2) {
                pair[number - 1] = in.readStringRequireUtf8();
            } else {
                fields.keep(tag);
            }
        });
        return pair;
    }

    /** The fields of all other numbers. */
    static byte[] without(byte[] rest, int dropped) {
        try {
            CodedInputStream in = CodedInputStream.newInstance(rest);
            MessageReader fields = new MessageReader(in);
            fields.all((number, tag) -> {
                if (number == dropped) {
                    in.skipField(tag);
                } else {
                    fields.keep(tag);
                }
            });
            return fields.rest();
        } catch (IOException e) {
            throw new NetworkFailure("the fields are damaged (" + e.getMessage() + ")", e);
        }
    }

    private interface Reader {
        void read(CodedInputStream in) throws IOException;
    }

    private static void each(byte[] rest, int number, Reader reader) {
        if (rest.length == 0) {
            return;
        }
        try {
            CodedInputStream in = CodedInputStream.newInstance(rest);
            for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
                if (WireFormat.getTagFieldNumber(tag) == number
                        && WireFormat.getTagWireType(tag) == WireFormat.WIRETYPE_LENGTH_DELIMITED) {
                    reader.read(in);
                } else {
                    in.skipField(tag);
                }
            }
        } catch (IOException e) {
            throw new NetworkFailure("field " + number + " is damaged (" + e.getMessage() + ")", e);
        }
    }
}
