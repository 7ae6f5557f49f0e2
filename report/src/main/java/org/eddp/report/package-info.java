/**
 * Charts and written reports of finished runs.
 *
 * <ul>
 *   <li>The pages: {@link org.eddp.report.RunReport} collects everything about a run, {@link
 *       org.eddp.report.metrics.ComparisonReport} compares runs, {@link org.eddp.report.audit.AuditPage} shows an audit,
 *       {@link org.eddp.report.LearnReport} shows how learning went,
 *       {@link org.eddp.report.ResultPages} has single results and {@link org.eddp.report.ExplanationIndex} many
 *       explanations. Components that all of them share, such as {@link org.eddp.report.Crop} and {@link
 *       org.eddp.report.MovedClasses}, are described in docs/design.md. Most sections of pages are
 *       package-private; {@link org.eddp.report.LossSection} is public, since other packages show it on their pages.
 *   <li>{@link org.eddp.report.page} has the frame that all pages share and the glossary, {@link org.eddp.report.draw} the charts.
 *   <li>The JSON files that commands write into a run's folder for that page: {@link org.eddp.influence.InfluenceResults}
 *       ({@code influence.json}), {@link org.eddp.explain.ExplainedImage} ({@code explanations/*.json}), {@link
 *       org.eddp.intervene.EditedImage} ({@code edits/*.json}), {@link org.eddp.intervene.CorrectionResults}
 *       ({@code corrections/*.json}) and {@link org.eddp.faithfulness.DreamResults} ({@code dreams.json}). Each holds the
 *       command line that made it and the digest of the directions it was computed with. If the run is learned again, the
 *       digest shows that older results are not current. Pictures are embedded as JPEG data URLs.
 * </ul>
 *
 * Output depends on the input alone: the same results give the same bytes. Sentences on pages are computed from the numbers.
 */
package org.eddp.report;
