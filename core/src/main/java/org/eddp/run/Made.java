package org.eddp.run;

/**
 * How a result was made. This is the one rule of staleness: a result of other directions than those a run has now is out of
 * date, whichever command made it.
 *
 * @param command the command line, or what else made it; null if that is not known
 * @param directions digest of the directions it is about
 */
public record Made(String command, String directions) {}
