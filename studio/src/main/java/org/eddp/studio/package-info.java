/**
 * The studio: a server on this machine alone that shows runs in the browser. It computes nothing that the library does not.
 *
 * <p>{@link org.eddp.studio.Studio} starts and stops it. {@code Guard} stands before every route. {@code Shelf} has the runs, each an
 * {@code OpenRun} that one request at a time may use; {@code RunViews}, {@code Gallery}, {@code ConceptViews} and {@code ImageViews} say what a page
 * shows, as records that become JSON.
 */
package org.eddp.studio;
