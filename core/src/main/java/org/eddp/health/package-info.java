/**
 * The health of directions, and the number of concepts that a set of patches supports: {@link org.eddp.health.Health}
 * measures a run without labels, compares every number with the requirements of the method, and gives advice;
 * {@link org.eddp.health.ConceptNumber} chooses I.
 *
 * <p>docs/concepts.md, "Health of a run", explains the bounds.
 */
package org.eddp.health;
