/**
 * The studio: a server on this machine alone that shows runs in the browser. It computes nothing that the library does
 * not.
 *
 * <p>{@link org.eddp.studio.Studio} starts and stops it. {@code RequestCheck} checks every request. {@code RunRegistry} has
 * the runs, each an {@code OpenRun} that one request at a time may use; {@code RunViews}, {@code PairViews},
 * {@code Gallery}, {@code ConceptViews}, {@code ClassViews}, {@code ImageViews}, {@code WhatIfViews} and
 * {@code RepairViews} provide the data of pages, as records that become JSON. {@code Jobs} run long work in the
 * background, {@code Uploads} the pictures that are dropped into the window, {@code Scratch} the folder for both.
 * {@code NewRuns} makes new runs of a network: a {@code RunPlan} describes a run, {@code RunCreation} makes it, and
 * {@code LossHistory} keeps its losses.
 */
package org.eddp.studio;
