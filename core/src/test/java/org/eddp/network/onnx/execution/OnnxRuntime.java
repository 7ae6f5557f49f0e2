package org.eddp.network.onnx.execution;

import ai.onnxruntime.OnnxTensorLike;
import ai.onnxruntime.OnnxValue;
import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtSession;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;
import java.nio.LongBuffer;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import org.eddp.network.onnx.file.OnnxTensor;

/** ONNX Runtime, what our operators are compared with. */
public final class OnnxRuntime implements AutoCloseable {
    private static final OrtEnvironment ENVIRONMENT = OrtEnvironment.getEnvironment();

    private final OrtSession session;

    /** An array of numbers and its shape. */
    public record Numbers(double[] values, long[] shape) {}

    public OnnxRuntime(byte[] model) {
        session = open(options -> ENVIRONMENT.createSession(model, options));
    }

    public OnnxRuntime(Path file) {
        session = open(options -> ENVIRONMENT.createSession(file.toString(), options));
    }

    private interface Opening {
        OrtSession with(OrtSession.SessionOptions options) throws OrtException;
    }

    private static OrtSession open(Opening opening) {
        try (OrtSession.SessionOptions options = new OrtSession.SessionOptions()) {
            options.setIntraOpNumThreads(1);
            options.setInterOpNumThreads(1);
            return opening.with(options);
        } catch (OrtException e) {
            throw new IllegalStateException("ONNX Runtime: " + e.getMessage(), e);
        }
    }

    /** The first output for named inputs of single precision or 64-bit whole numbers. */
    public Numbers run(Map<String, OnnxTensor> inputs) {
        return all(inputs).values().iterator().next();
    }

    /** All outputs by name, in the order of the file. */
    public Map<String, Numbers> all(Map<String, OnnxTensor> inputs) {
        Map<String, OnnxTensorLike> given = new HashMap<>();
        try {
            for (Map.Entry<String, OnnxTensor> entry : inputs.entrySet()) {
                given.put(entry.getKey(), tensor(entry.getValue()));
            }
            try (OrtSession.Result result = session.run(given)) {
                Map<String, Numbers> outputs = new LinkedHashMap<>();
                for (Map.Entry<String, OnnxValue> entry : result) {
                    outputs.put(entry.getKey(), numbers(entry.getValue()));
                }
                return outputs;
            }
        } catch (OrtException e) {
            throw new IllegalStateException("ONNX Runtime: " + e.getMessage(), e);
        } finally {
            given.values().forEach(OnnxTensorLike::close);
        }
    }

    private static OnnxTensorLike tensor(OnnxTensor source) throws OrtException {
        ByteBuffer data = ByteBuffer.allocateDirect(source.data().remaining()).order(ByteOrder.nativeOrder());
        data.put(source.data()).flip();
        return switch (source.type()) {
            case FLOAT -> ai.onnxruntime.OnnxTensor.createTensor(ENVIRONMENT, data.asFloatBuffer(), source.dims());
            case INT64 -> ai.onnxruntime.OnnxTensor.createTensor(ENVIRONMENT, data.asLongBuffer(), source.dims());
            case BOOL ->
                ai.onnxruntime.OnnxTensor.createTensor(
                        ENVIRONMENT, data, source.dims(), ai.onnxruntime.OnnxJavaType.BOOL);
            default -> throw new IllegalArgumentException("type " + source.type());
        };
    }

    private static Numbers numbers(OnnxValue value) {
        ai.onnxruntime.OnnxTensor tensor = (ai.onnxruntime.OnnxTensor) value;
        long[] shape = tensor.getInfo().getShape();
        return switch (tensor.getInfo().type) {
            case FLOAT -> {
                FloatBuffer floats = tensor.getFloatBuffer();
                double[] values = new double[floats.remaining()];
                for (int i = 0; i < values.length; i++) {
                    values[i] = floats.get(i);
                }
                yield new Numbers(values, shape);
            }
            case INT64 -> {
                LongBuffer longs = tensor.getLongBuffer();
                double[] values = new double[longs.remaining()];
                for (int i = 0; i < values.length; i++) {
                    values[i] = longs.get(i);
                }
                yield new Numbers(values, shape);
            }
            case BOOL, UINT8, INT8 -> {
                ByteBuffer bytes = tensor.getByteBuffer();
                double[] values = new double[bytes.remaining()];
                for (int i = 0; i < values.length; i++) {
                    values[i] = bytes.get(i);
                }
                yield new Numbers(values, shape);
            }
            default -> throw new IllegalArgumentException("type " + tensor.getInfo().type);
        };
    }

    @Override
    public void close() {
        try {
            session.close();
        } catch (OrtException e) {
            throw new IllegalStateException(e);
        }
    }
}
