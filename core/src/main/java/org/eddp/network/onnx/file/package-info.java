/**
 * ONNX files as data: read, changed and written.
 *
 * <p>An ONNX file is one protocol-buffer message. These parts are read and written (field numbers in brackets):
 *
 * <pre>
 * model      ir_version [1], producer_name [2], graph [7], opset_import [8] { domain [1], version [2] },
 *            metadata_props [14] { key [1], value [2] }, functions [25]
 * function   name [1], input [4], output [5], node [7], opset_import [9], domain [10], attribute_proto [11], overload [13]
 * graph      node [1], name [2], initializer [5], input [11], output [12], value_info [13]
 * node       input [1], output [2], name [3], op_type [4], attribute [5], domain [7], overload [8],
 *            metadata_props [9] { key [1], value [2] }
 * attribute  name [1], f [2], i [3], s [4], t [5], floats [7], ints [8], strings [9], type [20], ref_attr_name [21]
 * tensor     dims [1], data_type [2], name [8], raw_data [9] or typed data [4, 5, 7, 10, 11],
 *            external_data [13] { key [1], value [2] }, data_location [14]
 * value      name [1], type [2] { tensor_type [1] { elem_type [1], shape [2] { dim [1] { dim_value [1], dim_param [2] } } } }
 * </pre>
 *
 * Every other field is kept as bytes and written back unchanged. Contents of tensors are kept little-endian in the
 * width of their type, whichever of the ways the file uses; files are written with {@code raw_data}, and data from
 * outside files goes inside. Functions that a file defines are replaced by their nodes wherever they are called, and
 * not written.
 *
 * <p>{@link org.eddp.network.onnx.file.Model} reads and writes, {@link org.eddp.network.onnx.file.NodeInsertion} puts
 * nodes behind a value, {@link org.eddp.network.onnx.file.AddedOutputs} computes further outputs. Both check that the
 * types of elements fit ({@link org.eddp.network.onnx.file.ElementTypes}).
 */
package org.eddp.network.onnx.file;
