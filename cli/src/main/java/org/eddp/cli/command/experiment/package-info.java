/** The commands that run an experiment from data to page. */
package org.eddp.cli.command.experiment;
