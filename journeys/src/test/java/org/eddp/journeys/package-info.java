/**
 * The studio in a browser, used as a person would: a few journeys, each from the start page, with the runs of commands that a person
 * gives. Elements are found by what is read of them, everything is waited for, nothing is timed.
 */
package org.eddp.journeys;
