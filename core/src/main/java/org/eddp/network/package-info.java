/**
 * Trained classifiers: their layers, and the two halves on either side of a layer.
 *
 * <p>A network comes as ONNX ({@code onnx}), TorchScript ({@code torch.script}) or a file of {@code torch.export}, and
 * is one {@link org.eddp.network.Network} once {@code load} has chosen between them.
 * {@link org.eddp.network.Network#cut} gives the lower part (images to features) and the upper part f+ (features to
 * logits), both differentiable down to their input.
 *
 * <p>{@link org.eddp.network.OutputKind} tells the meaning of the logits: classes that exclude each other (a softmax),
 * or independent labels (a sigmoid at the end of the file, which is left out). A {@link org.eddp.network.Prediction}
 * asks it for probabilities and entropies.
 */
package org.eddp.network;
