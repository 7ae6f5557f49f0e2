/**
 * Studies that measure detectors on all patches of a feature set: {@link org.eddp.study.measure.Labelling} names them, {@link
 * org.eddp.study.measure.Evaluation} computes interpretability metrics, {@link org.eddp.study.measure.InfluenceStudy} tests which
 * concepts move which class, and {@link org.eddp.study.measure.RunComparison} sets the metrics of several runs side by side.
 *
 * <p>Each result is a sum over units, which are shards of features or concepts. One process computes all units, or several processes
 * compute some units each. For other processes a unit of work is described by an {@code ...Order}, which names files by their {@code
 * ...Location}. {@link org.eddp.parts} defines how work is divided.
 */
package org.eddp.study.measure;
