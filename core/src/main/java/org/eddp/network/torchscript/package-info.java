/**
 * Networks from TorchScript files, as {@code torch.jit.save} writes them.
 *
 * <p>Format: a zip archive whose entries all lie in one folder. {@code data.pkl} holds the module tree, {@code data/N}
 * the raw little-endian weights it refers to, {@code code/} the program as text and {@code constants.pkl} the constants
 * of that program. A checkpoint of weights only ({@code torch.save}) has no {@code code/} and cannot be run.
 * {@link org.eddp.network.torchscript.ScriptFile} checks this, and that the archive does not unpack to more than its
 * size can hold, before the engine sees it: the format stores its entries uncompressed.
 *
 * <p>Layers are the submodules, named by their dotted path. {@link org.eddp.network.torchscript.ScriptNetwork} cuts the
 * network at one of them when everything above it is computed from its output alone.
 */
package org.eddp.network.torchscript;
