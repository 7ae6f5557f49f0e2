/**
 * Arrays as Python programs leave them on disk, read without Python: NumPy ({@code .npy}, {@code .npz}), state dicts of PyTorch
 * ({@code torch.save}), and safetensors through {@link org.eddp.files.SafetensorsFile}.
 *
 * <p>{@link org.eddp.files.python.PythonArrays} tells them apart by content. Nothing in a file is run: the pickle in an archive of
 * PyTorch is a program, of which only those instructions are followed that name tensors and put them into dictionaries; everything
 * else is refused by name. {@link org.eddp.files.python.PickleMachine} follows the pickles of networks, too. Every length is checked against the file before memory is taken for it.
 */
package org.eddp.files.python;
