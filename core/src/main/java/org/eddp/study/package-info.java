/**
 * Studies: everything one can ask of a run, as calls that take a {@link org.eddp.run.Run} and a
 * {@link org.eddp.monitor.Monitor}, compute with the packages below, and write what they find into the run.
 *
 * <p>{@link org.eddp.study.Learning}, {@link org.eddp.study.BaselineStudy} and {@link org.eddp.study.DictionaryImport} make runs.
 * {@link org.eddp.study.Labelling}, {@link org.eddp.study.Naming} and {@link org.eddp.study.Evaluation} name and measure detectors, {@link org.eddp.study.RunComparison} sets runs side by side and
 * {@link org.eddp.study.Ablation} learns the variants of a table. {@link org.eddp.study.InfluenceStudy},
 * {@link org.eddp.study.ExplanationStudy}, {@link org.eddp.study.EditStudy}, {@link org.eddp.study.RepairStudy} and
 * {@link org.eddp.study.DreamStudy} use the directions.
 */
package org.eddp.study;
