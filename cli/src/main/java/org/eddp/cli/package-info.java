/**
 * The command line: one thin class per command, nothing that a library user would miss.
 *
 * <p>Exit codes: 0 success, 1 failed, 2 wrong usage, 130 stopped with Ctrl-C. Results go to standard output and files,
 * progress and messages to standard error.
 */
package org.eddp.cli;
