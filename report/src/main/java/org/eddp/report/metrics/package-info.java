/**
 * How interpretable detectors are, as charts: {@link org.eddp.report.metrics.MetricsSection} for one run, and {@link
 * org.eddp.report.metrics.ComparisonReport} for several runs side by side.
 */
package org.eddp.report.metrics;
