/**
 * The operators of ONNX files: the standard operators of opset
 * {@value org.eddp.network.onnx.operators.OperatorSet#OLDEST} to
 * {@value org.eddp.network.onnx.operators.OperatorSet#NEWEST}, in families of one class each.
 *
 * <p>{@link org.eddp.network.onnx.operators.OperatorSet} is the table of them. An
 * {@link org.eddp.network.onnx.operators.Operator} is made once per node, when its attributes are read, and then
 * applied to its {@link org.eddp.network.onnx.operators.Operands}. It computes with the tensor engine only, so that it
 * can be differentiated.
 */
package org.eddp.network.onnx.operators;
