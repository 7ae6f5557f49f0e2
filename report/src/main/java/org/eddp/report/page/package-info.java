/**
 * The building blocks of all pages: {@link org.eddp.report.page.HtmlPage} (title, sections, figures, style sheet),
 * {@link org.eddp.report.page.Table}, {@link org.eddp.report.page.Html} (escapes everything that is not already
 * markup), and numbers and colours as all pages and drawings write them ({@link org.eddp.report.page.NumberText},
 * {@link org.eddp.report.page.Palette}).
 *
 * <p>A page is one HTML file that needs nothing else: style sheet and drawings are inside, no script is needed to read
 * it, nothing is fetched. Readable on a phone, in the dark and on paper. Output depends on the input alone: same
 * content, same bytes.
 */
package org.eddp.report.page;
