/**
 * Networks from ONNX files, run operator by operator so that gradients exist, as a whole or in two halves.
 *
 * <p>{@link org.eddp.network.onnx.execution.OnnxNetwork} is the entry. From file to network: {@code network.onnx.file}
 * reads the records, {@code network.onnx.operators} knows what a node computes, and here {@code Compiler} makes a
 * {@code ExecutableGraph}: nodes in order with their operators, every value in a numbered slot, constants folded.
 * {@code ShapeTrial} computes the shapes of its values for one and two images, within a {@code TrialBudget};
 * {@code CutPoints} finds the values at which it can be cut; {@code Fusion} makes the steps of each part faster, and
 * {@code StepSequence} runs them. {@code BatchTrial} finds out whether several images can be run at once.
 */
package org.eddp.network.onnx.execution;
