/**
 * Side-by-side measurements of the learning step: {@link org.eddp.directions.step.TiledStep}, which learning uses,
 * against {@link org.eddp.reference.PlainStep}, the same losses written plainly on automatic differentiation.
 *
 * <p>That both agree on every value and every gradient is tested beside the plain step.
 *
 * <p>{@link org.eddp.bench.InfluenceBenchmark} sets influence scores in closed form against the general path through a
 * head. {@link org.eddp.bench.GrowthBenchmark} measures how time and memory grow with the problem.
 * {@link org.eddp.bench.StudioBenchmark} measures the waiting times of the studio.
 */
package org.eddp.bench;
