/** The commands that compare methods, runs and variants. */
package org.eddp.cli.command.comparison;
