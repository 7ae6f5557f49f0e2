/**
 * The command line: the entry point and what becomes of failures. Commands are in {@link org.eddp.cli.command}; nothing in
 * this module is missed by who uses the library.
 *
 * <p>Exit codes: 0 success, 1 failed, 2 wrong usage, 130 stopped with Ctrl-C. Results go to standard output and files,
 * progress and messages to standard error.
 */
package org.eddp.cli;
