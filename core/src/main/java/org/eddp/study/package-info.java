/**
 * Studies: every question that a user can ask of a run, as a call that takes a {@link org.eddp.run.Run} and a {@link
 * org.eddp.monitor.Monitor}, computes with the packages below, and writes its results into the run.
 *
 * <p>{@link org.eddp.study.Learning}, {@link org.eddp.study.BaselineStudy} and {@link org.eddp.study.DictionaryImport} make runs. {@link
 * org.eddp.study.Ablation} learns the variants of a table, and {@link org.eddp.study.Naming} names concepts. {@link
 * org.eddp.study.ExplanationStudy}, {@link org.eddp.study.EditStudy} and {@link org.eddp.study.DreamStudy} use the directions.
 *
 * <p>{@link org.eddp.study.measure} has the studies that measure detectors over all patches, {@link org.eddp.study.repair} the repair of
 * networks, and {@link org.eddp.study.view} the read-only views of a run.
 */
package org.eddp.study;
