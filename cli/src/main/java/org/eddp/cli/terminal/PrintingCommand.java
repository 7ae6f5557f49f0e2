package org.eddp.cli.terminal;

import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** A command that prints its results to the output of its command line, and has the options {@code --help} and {@code --version}. */
@Command(mixinStandardHelpOptions = true)
public abstract class PrintingCommand implements Callable<Integer> {
    @Spec
    protected CommandSpec spec;

    /** Prints to the output of the command line; control characters are shown as escapes. */
    protected final PrintWriter out() {
        return Escapes.writer(spec.commandLine().getOut());
    }
}
