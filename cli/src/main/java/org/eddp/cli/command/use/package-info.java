/**
 * The commands that use a run, with their options and the text that they print.
 */
package org.eddp.cli.command.use;
