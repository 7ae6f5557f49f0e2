/**
 * The studio: a server on this machine alone that shows runs in the browser. It computes nothing that the library does not.
 *
 * <p>{@link org.eddp.studio.Studio} starts and stops it. {@code Guard} stands before every route. {@code RunRegistry} has the runs, each an
 * {@code OpenRun} that one request at a time may use; {@code RunViews}, {@code PairViews}, {@code Gallery}, {@code ConceptViews}, {@code ClassViews},
 * {@code ImageViews}, {@code WhatIfViews} and {@code RepairViews} say what a page shows, as records that become JSON. {@code Jobs} are what takes
 * long, {@code Uploads} the pictures that are dropped into the window, {@code Scratch} the folder for both. {@code NewRuns} makes runs of a network that was not studied yet: a {@code RunPlan}
 * says how, {@code RunCreation} does it and {@code LossHistory} has what it comes to meanwhile.
 */
package org.eddp.studio;
