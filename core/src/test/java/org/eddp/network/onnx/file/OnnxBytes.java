package org.eddp.network.onnx.file;

/** What would be in the file of a model. */
public final class OnnxBytes {
    private OnnxBytes() {}

    public static byte[] of(Model model) {
        return ModelWriter.model(model).toByteArray();
    }
}
