/**
 * The commands: each reads options, calls the library once, and prints. What a command prints of its results is in a table
 * beside it ({@code LearnCommand}, {@code LearningTable}); what only one command can be told is beside it too.
 */
package org.eddp.cli.command;
