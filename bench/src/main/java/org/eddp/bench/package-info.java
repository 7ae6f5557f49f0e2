/**
 * Side-by-side measurements of the learning step: {@link org.eddp.directions.step.TiledStep}, which learning uses, against
 * {@link org.eddp.bench.PlainStep}, the same losses written plainly on automatic differentiation.
 *
 * <p>The plain step is also the oracle of the gradient tests of this module: two implementations that share neither
 * formulas nor memory layout have to agree on every value and every gradient.
 *
 * <p>{@link org.eddp.bench.InfluenceBenchmark} sets influence scores in closed form against the general path through a head.
 */
package org.eddp.bench;
