/** The commands of {@code eddp bench}. */
package org.eddp.cli.command.bench;
