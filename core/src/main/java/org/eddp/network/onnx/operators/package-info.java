/**
 * What the nodes of ONNX files compute: the standard operators of opset {@value org.eddp.network.onnx.operators.OperatorSet#OLDEST}
 * to {@value org.eddp.network.onnx.operators.OperatorSet#NEWEST}, in families of one class each.
 *
 * <p>{@link org.eddp.network.onnx.operators.OperatorSet} is the table of them. An
 * {@link org.eddp.network.onnx.operators.Operator} is made once per node, when its attributes are read, and then applied to
 * its {@link org.eddp.network.onnx.operators.Operands}. Everything it does it asks of the tensor engine, so that it can be
 * differentiated.
 */
package org.eddp.network.onnx.operators;
