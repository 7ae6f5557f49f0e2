/**
 * The drawing kit: charts as SVG elements, inside a page or as a file. {@link org.eddp.report.draw.Drawing} puts words,
 * bars, curves and pictures at given coordinates, and makes PNG of any finished drawing; the charts
 * ({@link org.eddp.report.draw.Figures}, {@link org.eddp.report.draw.HistogramStack}) are made of it.
 *
 * <p>Each drawing takes an id, which prefixes every id inside it; with distinct ids, any number of drawings fit in one
 * page. Words are SVG text, placed by the reader's browser in the reader's font: searchable and read aloud. No display
 * is needed, and the same input gives the same characters. Drawings stand on white, also on a dark page.
 */
package org.eddp.report.draw;
