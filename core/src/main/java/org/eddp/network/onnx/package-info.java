/**
 * Networks from ONNX files, run operator by operator so that gradients exist.
 *
 * <p>{@link org.eddp.network.onnx.OnnxNetwork} is the entry. From file to network: {@code file} reads the records,
 * {@code operators} knows what a node computes, and {@code execution} orders the nodes, computes once what depends on weights
 * only, runs the rest, and finds the values at which the network falls apart into two halves.
 */
package org.eddp.network.onnx;
