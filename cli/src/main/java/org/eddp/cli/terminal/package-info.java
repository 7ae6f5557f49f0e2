/** The terminal: progress and remarks on standard error, and requests to stop. */
package org.eddp.cli.terminal;
