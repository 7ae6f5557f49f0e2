/**
 * The audit of a network: which concepts a class rests on although they look like artefacts of the pictures.
 *
 * <p>For every pair of a concept and a class it measures, on the pictures of a feature set:
 *
 * <ul>
 *   <li>reliance: by how much the logit of the class falls without the concept, as in explanations by removal;
 *   <li>removal: predictions that leave the class when the concept is removed as by {@code correct};
 *   <li>planting: predictions of other classes that turn into it when the concept is written into pictures that do not
 *       have it ({@link org.eddp.audit.Planting}).
 * </ul>
 *
 * <p>{@link org.eddp.audit.ConceptSurvey} measures what a concept looks like without any label: its place, its area,
 * how much its patches differ. {@link org.eddp.audit.AuditScore} combines both. The formula is in docs/audit.md.
 */
package org.eddp.audit;
