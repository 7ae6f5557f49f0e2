package org.eddp.network.onnx.execution;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.eddp.FuzzedFile;
import org.eddp.network.NetworkFailure;
import org.eddp.network.onnx.file.Model;
import org.eddp.network.onnx.file.ModelMetadata;
import org.eddp.network.onnx.file.Node;
import org.eddp.network.onnx.file.OnnxBytes;
import org.eddp.network.onnx.operators.OperatorSet;
import org.eddp.tensor.DType;
import org.junit.jupiter.params.provider.MethodSource;

/** ONNX files and the checks of their graphs, up to where they would run. */
class OnnxFuzz {
    static Stream<byte[]> seeds() {
        return Stream.of(
                        TinyOnnx.residual(),
                        TinyOnnx.concatenating(),
                        TinyOnnx.depthwise(),
                        TinyOnnx.squeezeAndExcite(),
                        TinyOnnx.transformer(),
                        new TinyOnnx().head(3, 2),
                        new TinyOnnx().node("Identity").node("Softmax"))
                .map(network -> OnnxBytes.of(network.model(13, 1, 16)));
    }

    @MethodSource("seeds")
    @FuzzTest
    void reads(byte[] content) {
        FuzzedFile.check("fuzzed.onnx", content, OnnxFuzz::check);
        FuzzedFile.check("fuzzed.onnx", content, Model::weightFiles);
        FuzzedFile.check("fuzzed.onnx", content, ModelMetadata::read);
    }

    private static void check(Path file) {
        Model model = Model.read(file);
        try {
            Signature signature = Signature.of(model, null);
            for (Node node :
                    NodeOrder.of(model.graph(), signature.input().name()).leadingTo(signature.logits())) {
                if (OperatorSet.knows(node)) {
                    OperatorSet.make(node, signature.opset(), DType.FLOAT32);
                }
            }
        } catch (NetworkFailure e) {
            throw new NetworkFailure("cannot load " + file + ": " + e.getMessage(), e); // as OnnxNetwork says it
        }
    }
}
