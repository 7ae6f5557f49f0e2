/** Options of several commands: the run, the annotated dataset, threads, output folders. */
package org.eddp.cli.option;
