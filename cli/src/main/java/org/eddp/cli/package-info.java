/**
 * The command line: the entry point and the handling of failures. Commands are in {@link org.eddp.cli.command}. Programs that
 * use the library do not need this module.
 *
 * <p>Exit codes: 0 success, 1 failed, 2 wrong usage, 130 stopped with Ctrl-C. Results go to standard output and files,
 * progress and messages to standard error.
 */
package org.eddp.cli;
