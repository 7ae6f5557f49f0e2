/**
 * Whether directions are any good, and how many of them a set of patches supports: {@link org.eddp.health.Health} measures
 * a run without labels, judges every number by what the method needs, and says what helps;
 * {@link org.eddp.health.ConceptNumber} chooses I.
 *
 * <p>Where the bounds come from is in docs/concepts.md, "Health of a run".
 */
package org.eddp.health;
