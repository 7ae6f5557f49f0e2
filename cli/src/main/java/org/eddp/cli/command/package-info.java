/**
 * The commands that make a run, the first ones that a user needs, and those about the program itself. Each reads
 * options, calls the library once, and prints. Options of several packages are in {@link org.eddp.cli.option}.
 * Each package of commands lists its commands in one public class; the other classes are not public.
 */
package org.eddp.cli.command;
