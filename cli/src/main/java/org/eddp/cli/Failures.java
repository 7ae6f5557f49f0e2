package org.eddp.cli;

import java.io.PrintWriter;
import java.nio.file.InvalidPathException;
import org.eddp.cli.terminal.Escapes;
import org.eddp.directions.NumericalFailure;
import org.eddp.files.FileFailure;
import org.eddp.images.ImageFailure;
import org.eddp.monitor.Stopped;
import org.eddp.network.NetworkFailure;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/** Turns every failure into one message and an exit code; stack traces appear only with {@code EDDP_DEBUG=1}. */
final class Failures {
    static final int FAILED = 1;
    static final int WRONG_USAGE = 2;
    static final int STOPPED = 130;

    private Failures() {}

    static int wrongUsage(ParameterException e, String[] args) {
        CommandLine command = e.getCommandLine();
        PrintWriter err = command.getErr();
        err.println("eddp: " + Escapes.text(inPlainWords(e.getMessage())));
        UnmatchedArgumentException.printSuggestions(e, err);
        err.println("Try '" + command.getCommandSpec().qualifiedName() + " --help'.");
        return WRONG_USAGE;
    }

    /** Names of Java types mean nothing to a user. */
    private static String inPlainWords(String message) {
        return message.replaceAll("is not an? (int|long)\\b", "is not a whole number")
                .replaceAll("is not a double\\b", "is not a number");
    }

    /** Errors that no command can handle: not enough memory, an engine that does not load. */
    static int fatal(Error e) {
        if (System.getenv("EDDP_DEBUG") != null) {
            e.printStackTrace();
        }
        Throwable root = e;
        while (root.getCause() != null) {
            root = root.getCause();
        }
        System.err.println("eddp: " + fatalMessage(e, root));
        return FAILED;
    }

    private static String fatalMessage(Error e, Throwable root) {
        if (e instanceof OutOfMemoryError) {
            return "not enough memory; give Java more with EDDP_HEAP=4g, or use less data";
        }
        if (root instanceof ClassNotFoundException) { // left out of the assembly for Spark
            return "this needs " + root.getMessage() + ", which is not here; start it with ./eddp";
        }
        return "cannot go on: " + root.getMessage() + " (EDDP_DEBUG=1 shows more)";
    }

    static int failed(Exception e, CommandLine command, ParseResult parsed) {
        PrintWriter err = command.getErr();
        if (System.getenv("EDDP_DEBUG") != null) {
            e.printStackTrace(err);
        }
        if (e instanceof Stopped) {
            err.println("eddp: " + Escapes.line(e.getMessage()));
            return STOPPED;
        }
        if (e instanceof FileFailure
                || e instanceof NumericalFailure
                || e instanceof NetworkFailure
                || e instanceof ImageFailure) {
            err.println("eddp: " + Escapes.line(e.getMessage() + Remedies.of(e, command.getCommandName())));
            return FAILED;
        }
        if (e instanceof InvalidPathException path) {
            err.println(
                    "eddp: "
                            + Escapes.line(
                                    "'" + path.getInput() + "' is not a valid path here: " + path.getReason()
                                            + "; correct it, or set a locale with UTF-8, such as LC_ALL=C.UTF-8, if it has letters that are not ASCII"));
            return FAILED;
        }
        if (e instanceof IllegalArgumentException) {
            err.println("eddp: " + Escapes.line(e.getMessage() + Remedies.of(e, command.getCommandName())));
            err.println("Try '" + command.getCommandSpec().qualifiedName() + " --help'.");
            return WRONG_USAGE;
        }
        err.println("eddp: unexpected failure: " + Escapes.text(e.toString())
                + "; run again with EDDP_DEBUG=1 and report what it prints");
        return FAILED;
    }
}
