/**
 * A fault campaign against the commands: {@code ./eddp torture}.
 *
 * <p>A {@link org.eddp.cli.torture.Subject} is a command that a {@link org.eddp.cli.torture.Fault} strikes while it runs in a
 * process of its own ({@link org.eddp.cli.torture.Victim}). Afterwards the command is run again, as a user would do. Every byte
 * that it wrote is then compared with those of a run without a fault ({@link org.eddp.cli.torture.Trial}). If the disturbed
 * process survives the fault, it must end in one of two ways: with one message and exit code 1, or without an error and with all
 * its results written.
 *
 * <p>{@code ./eddp torture soak} does the same thing over and over in one process and measures whether memory grows.
 *
 * <p>None of it is part of the program: the launcher takes it from the compiled tests.
 */
package org.eddp.cli.torture;
