/**
 * Files of {@code torch.export} ({@code .pt2}): a graph of ATen operators as JSON, and weights.
 *
 * <p>Since PyTorch 2.8 the archive holds (names inside of its folder)
 *
 * <pre>
 * archive_format                          pt2
 * models/NAME.json                        the exported program
 * data/weights/NAME_weights_config.json   which entry of data/weights holds a weight, its type, shape and strides
 * data/constants/NAME_constants_config.json   the same for constants, in data/constants
 * </pre>
 *
 * Older archives hold {@code serialized_exported_program.json} with {@code serialized_state_dict.pt} and
 * {@code serialized_constants.pt}, which are archives of {@code torch.save}.
 *
 * <p>Of the program this package reads {@code graph_module.graph} (nodes with a {@code target}, inputs and outputs by
 * name), {@code graph_module.signature} (which inputs of the graph are parameters, buffers, constants and images, and
 * which values are outputs) and, of every node, {@code metadata.nn_module_stack}, which names the modules it was called
 * in. Everything else is kept when a corrected file is written.
 */
package org.eddp.network.torch.export;
