/**
 * Charts and written reports of finished runs.
 *
 * <p>A report is one HTML file that needs nothing else: style sheet and drawings are inside, no script is needed to read
 * it, nothing is fetched. Readable on a phone, in the dark and on paper.
 *
 * <ul>
 *   <li>The kit, for any report: {@link org.eddp.report.HtmlPage} (page, sections, figures), {@link
 *       org.eddp.report.Table}, {@link org.eddp.report.Html} (escapes everything that is not already markup) and {@link
 *       org.eddp.report.Figures} (SVG).
 *   <li>The reports: {@link org.eddp.report.SyntheticReport}.
 * </ul>
 *
 * Output depends on the input alone: same results, same bytes. What is said in words is computed from the numbers.
 */
package org.eddp.report;
