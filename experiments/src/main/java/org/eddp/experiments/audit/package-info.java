/**
 * The benchmark of planted flaws: does the audit find a flaw that is known, and is it silent where there is none?
 *
 * <p>A share of the training pictures of one class shows a mark. A network learns from these pictures, and its clean twin from the same
 * pictures without the mark. The audit ranks all pairs of a concept and a class; simpler rankings and other directions are set beside
 * it. docs/audit-benchmark.md defines all numbers.
 *
 * <ul>
 *   <li>{@link org.eddp.experiments.audit.AuditBenchmarkOptions}: what is tried;
 *   <li>{@link org.eddp.experiments.audit.AuditBenchmark}: makes networks that are not there yet;
 *   <li>{@link org.eddp.experiments.audit.FlawTrial}: everything of one network;
 *   <li>{@link org.eddp.experiments.audit.AuditBenchmarkResults}: all networks and their summaries.
 * </ul>
 */
package org.eddp.experiments.audit;
