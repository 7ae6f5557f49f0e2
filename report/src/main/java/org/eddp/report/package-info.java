/**
 * Charts and written reports of finished runs.
 *
 * <p>A report is one HTML file that needs nothing else: style sheet and drawings are inside, no script is needed to read
 * it, nothing is fetched. Readable on a phone, in the dark and on paper.
 *
 * <ul>
 *   <li>The kit, for any report: {@link org.eddp.report.HtmlPage} (page, sections, figures), {@link
 *       org.eddp.report.Table}, {@link org.eddp.report.Html} (escapes everything that is not already markup) and {@link
 *       org.eddp.report.Figures} (SVG). {@link org.eddp.report.DivergingBars} draws what speaks for something and against it, {@link
 *       org.eddp.report.Raster} makes PNG of any drawing.
 *   <li>The reports: {@link org.eddp.report.LearnReport} and {@link org.eddp.report.RunReport}, which collects everything about
 *       a run.
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
