/**
 * PyTorch's operators (ATen), translated into the graph that the executor runs.
 *
 * <p>Two front ends share this package: TorchScript archives and {@code torch.export} files. Both call operators one
 * after the other. {@link org.eddp.network.torch.TorchGraph} translates each call into nodes of an ONNX graph, the one
 * internal graph of this program. It infers the shapes of the results by running those nodes on outlines (tensors of
 * the right type and shape), for a batch of one image and for a batch of two. No code of libtorch other than its
 * arithmetic takes part.
 *
 * <p>Arguments and results of a call are Java values:
 *
 * <pre>
 * Tensor             TorchTensor
 * int                Long, or BatchNumber where it depends on the number of images
 * float              Double
 * bool               Boolean
 * str                String
 * None               null
 * list               java.util.List
 * tuple              Object[]
 * dtype              Long, PyTorch's number of the type (6 is float32)
 * device, layout     String; ignored
 * </pre>
 */
package org.eddp.network.torch;
