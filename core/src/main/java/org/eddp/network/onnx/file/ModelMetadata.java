package org.eddp.network.onnx.file;

import com.google.protobuf.CodedInputStream;
import com.google.protobuf.InvalidProtocolBufferException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.eddp.files.FileFailure;
import org.eddp.network.NetworkFailure;

/** The metadata that the exporter of a network wrote into its file: texts by name. */
public final class ModelMetadata {
    private static final int NOTES = 14;

    private ModelMetadata() {}

    /**
     * Reads them, and nothing else of the file.
     *
     * @throws FileFailure if the file cannot be read
     * @throws NetworkFailure if it is damaged or not an ONNX file
     */
    public static Map<String, String> read(Path file) {
        Map<String, String> notes = new LinkedHashMap<>();
        try {
            CodedInputStream in = Model.stream(Model.bytes(file));
            MessageReader fields = new MessageReader(in);
            fields.all((number, tag) -> {
                if (number == NOTES) {
                    String[] entry = fields.message(ModelMetadata::entry);
                    notes.put(entry[0], entry[1]);
                } else {
                    in.skipField(tag);
                }
            });
            return notes;
        } catch (InvalidProtocolBufferException e) {
            throw new NetworkFailure(file + " is not an ONNX file, or it is damaged (" + e.getMessage() + ")", e);
        } catch (IOException e) {
            throw FileFailure.reading(file, e);
        }
    }

    /** A model with further notes; a note of the same name is replaced. */
    public static Model with(Model model, Map<String, String> notes) {
        Map<String, String> all = KeptFields.entries(model.rest(), NOTES);
        all.putAll(notes);
        MessageWriter rest = new MessageWriter().rest(KeptFields.without(model.rest(), NOTES));
        all.forEach((name, text) ->
                rest.message(NOTES, new MessageWriter().text(1, name).text(2, text)));
        return new Model(model.irVersion(), model.producer(), model.opsets(), model.graph(), rest.toByteArray());
    }

    private static String[] entry(CodedInputStream in) throws IOException {
        String[] entry = {"", ""};
        new MessageReader(in).all((number, tag) -> {
            if (number == 1 || number == 2) {
                entry[number - 1] = in.readStringRequireUtf8();
            } else {
                in.skipField(tag);
            }
        });
        return entry;
    }
}
