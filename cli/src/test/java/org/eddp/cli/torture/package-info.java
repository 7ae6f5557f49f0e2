/**
 * A fault campaign against the commands: {@code ./eddp torture}.
 *
 * <p>A {@link org.eddp.cli.torture.Subject} is a command that is struck by a {@link org.eddp.cli.torture.Fault} while it runs in a
 * process of its own ({@link org.eddp.cli.torture.Victim}). Afterwards it is given again, as a user would, and every byte it
 * left is compared with those of a run that nobody disturbed ({@link org.eddp.cli.torture.Trial}). What is asked of the
 * disturbed process itself: where it lives on, it ends with one message and exit code 1, or had nothing to complain about and
 * left everything.
 *
 * <p>{@code ./eddp torture soak} does the same thing over and over in one process and measures whether memory grows.
 *
 * <p>None of it is part of the program: the launcher takes it from the compiled tests.
 */
package org.eddp.cli.torture;
