/** Options that several commands take: the run, the annotated dataset, threads, where results go. */
package org.eddp.cli.option;
