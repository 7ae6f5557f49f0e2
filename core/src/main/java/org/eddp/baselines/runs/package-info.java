/**
 * Runs of the methods that learned directions are compared with: each of {@link org.eddp.baselines.runs.BaselineMethod}
 * gives directions with detectors and signal vectors, written as a run folder that every later command takes.
 *
 * <h2>run.json of a baseline</h2>
 *
 * {@link org.eddp.run.BaselineRun} as JSON: {@code eddp} (version), {@code method}, {@code options}, {@code data}
 * (what the features are, as in a learned run), {@code details} (numbers about the fit) and {@code concepts} (what each
 * direction was taught, where it was). {@code directions.safetensors} is that of {@link org.eddp.directions}.
 */
package org.eddp.baselines.runs;
