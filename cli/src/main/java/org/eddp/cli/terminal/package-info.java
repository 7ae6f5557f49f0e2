/** The person at the terminal: progress and remarks on standard error, and the wish to stop. */
package org.eddp.cli.terminal;
