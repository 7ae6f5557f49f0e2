/**
 * TorchScript in the engine: read, taken apart, run and written.
 *
 * <p>A {@link org.eddp.tensor.script.ScriptModule} is read from a file; a {@link org.eddp.tensor.script.ScriptGraph} is its
 * program as one sequence of operations that can be taken apart into
 * {@link org.eddp.tensor.script.ScriptFunction functions}. {@link org.eddp.tensor.script.ScriptWriter} makes such files, and
 * {@link org.eddp.tensor.script.ScriptModule#saveWithInserted} puts what it made into a network. The engine's failures come
 * out as {@link org.eddp.tensor.script.ScriptFailure}s of one line.
 */
package org.eddp.tensor.script;
