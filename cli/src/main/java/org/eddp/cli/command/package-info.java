/**
 * The commands. Each reads options, calls the library once, and prints. Printing of results is in
 * {@link org.eddp.cli.print}, options of several commands are in {@link org.eddp.cli.option}.
 */
package org.eddp.cli.command;
