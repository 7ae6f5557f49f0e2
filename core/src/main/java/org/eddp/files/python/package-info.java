/**
 * Readers of arrays that Python programs write: NumPy ({@code .npy}, {@code .npz}), state dicts of PyTorch
 * ({@code torch.save}), and safetensors through {@link org.eddp.files.arrays.SafetensorsFile}.
 *
 * <p>{@link org.eddp.files.python.PythonArrays} tells them apart by content. No code in a file is run: a pickle is a
 * program, of which only the instructions that name tensors and put them into dictionaries are interpreted; all others
 * are refused by name. {@link org.eddp.files.python.PickleMachine} also reads the pickles of networks. Every length is
 * checked against the file before memory is taken for it.
 */
package org.eddp.files.python;
