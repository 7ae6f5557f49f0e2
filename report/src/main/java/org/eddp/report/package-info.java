/**
 * Charts and written reports of finished runs.
 *
 * <ul>
 *   <li>The pages: {@link org.eddp.report.RunReport} collects everything about a run, {@link
 *       org.eddp.report.ComparisonReport} compares runs, {@link org.eddp.report.LearnReport} shows how learning went,
 *       {@link org.eddp.report.ResultPages} has single results and {@link org.eddp.report.ExplanationIndex} many
 *       explanations. Their parts, the sections, are hidden; {@link org.eddp.report.LossSection} and {@link
 *       org.eddp.report.Glossary} also serve pages of others.
 *   <li>{@link org.eddp.report.page} has the frame that all pages share, {@link org.eddp.report.draw} the charts.
 *   <li>What commands leave in the folder of a run for that page, as JSON: {@link org.eddp.influence.InfluenceResults}
 *       ({@code influence.json}), {@link org.eddp.explain.ExplainedImage} ({@code explanations/*.json}), {@link
 *       org.eddp.intervene.EditedImage} ({@code edits/*.json}), {@link org.eddp.intervene.CorrectionResults}
 *       ({@code corrections/*.json}) and {@link org.eddp.faithfulness.DreamResults} ({@code dreams.json}). Each holds the
 *       command line it came from and the digest of the directions it is about, so that results of a run that was
 *       learned anew are not mistaken for current ones. Pictures are inside, as JPEG data addresses.
 * </ul>
 *
 * Output depends on the input alone: same results, same bytes. What is said in words is computed from the numbers.
 */
package org.eddp.report;
