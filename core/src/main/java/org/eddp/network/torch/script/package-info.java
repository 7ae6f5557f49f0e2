/**
 * TorchScript files, read and written without libtorch's loader and without its virtual machine.
 *
 * <p>A file is a zip archive: {@code data.pkl} is the tree of modules, {@code data/} the numbers of weights,
 * {@code constants.pkl} tensors that the program names, {@code code/} the program as text.
 * {@link org.eddp.network.torch.script.ScriptNetwork} opens it in four steps:
 *
 * <ol>
 *   <li>{@code ScriptPickle} reads the tree into plain values; nothing is called, and every tensor must lie within its
 *       numbers.
 *   <li>{@code Lexer} and {@code Parser} read the text of a class or a function when it is first used.
 *   <li>{@code Interpreter} runs {@code forward} once, on images of which only the shape is known. Numbers, lists,
 *       texts and decisions are computed here ({@code Operators}, {@code NumberOperators}, {@code Values}); operators on
 *       tensors go to {@link org.eddp.network.torch.TorchGraph}, which records them. A program cannot do anything else,
 *       because other operators do not exist. A decision that depends on the pixels is refused. If a decision depends
 *       on the number of images, the network runs image by image.
 *   <li>{@code Recording} tries sizes of images until the program takes one.
 * </ol>
 *
 * <p>The recorded graph runs like that of an ONNX file. Corrected networks are written as the sequence of recorded
 * operators ({@code FlatProgram}); comments behind them name the modules they came from. {@code Budget} limits steps
 * and processor time; the depth of calls, expressions and values is limited.
 */
package org.eddp.network.torch.script;
