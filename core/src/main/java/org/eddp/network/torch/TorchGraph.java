package org.eddp.network.torch;

import java.util.List;
import java.util.Map;
import org.eddp.network.Network.ImageInput;
import org.eddp.network.NetworkFailure;
import org.eddp.network.onnx.file.Model;
import org.eddp.network.onnx.file.OnnxTensor;

/** Builds a graph from calls of PyTorch's operators. Not thread-safe. */
public final class TorchGraph implements AutoCloseable {
    /**
     * Begins a graph.
     *
     * @param images name and size of the input; height and width are given
     * @param batched whether shapes are inferred for two images as well as for one; without, batch sizes are constants and the network
     *     takes one image at a time
     */
    public TorchGraph(ImageInput images, boolean batched) {
        throw new UnsupportedOperationException();
    }

    /** The input. */
    public TorchTensor images() {
        throw new UnsupportedOperationException();
    }

    /** A weight or another constant tensor of the file; its name is unique in the graph. */
    public TorchTensor constant(OnnxTensor tensor) {
        throw new UnsupportedOperationException();
    }

    /** Enters a module: what is called until {@link #leave} belongs to it. Name with its path, {@code layer4.1}. */
    public void enter(String module) {
        throw new UnsupportedOperationException();
    }

    /** Leaves the module that was entered last. */
    public void leave() {
        throw new UnsupportedOperationException();
    }

    /** Whether an operator is known by its name, without namespace and overload. */
    public static boolean knows(String operator) {
        throw new UnsupportedOperationException();
    }

    /**
     * Calls an operator.
     *
     * @param operator name without namespace and overload: {@code conv2d}
     * @throws NetworkFailure if the operator is unknown, its arguments do not fit it, or it cannot be computed
     */
    public Object call(String operator, List<Object> positional, Map<String, Object> named) {
        throw new UnsupportedOperationException();
    }

    /** All calls so far, in order. */
    public List<TorchCall> calls() {
        throw new UnsupportedOperationException();
    }

    /** The numbers of a tensor that does not depend on the images, such as {@code item()} reads; null if it does. */
    public double[] numbers(TorchTensor tensor) {
        throw new UnsupportedOperationException();
    }

    /** The graph that computes an output from the images. */
    public Model model(TorchTensor output) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void close() {
        throw new UnsupportedOperationException();
    }
}
