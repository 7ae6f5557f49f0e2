/**
 * Read-only views of a run, for pages and for the studio: the properties of a concept
 * ({@link org.eddp.study.view.ConceptPortrait}), of a class ({@link org.eddp.study.view.ClassPortrait}) and of the
 * images that the network gets wrong ({@link org.eddp.study.view.Mistakes}), and how the concepts of two runs
 * correspond ({@link org.eddp.study.view.RunPair}).
 *
 * <p>A view reads results and features of a run and computes the content of a page.
 */
package org.eddp.study.view;
