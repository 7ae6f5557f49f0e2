package org.eddp.cli;

import java.io.PrintWriter;
import java.util.List;
import java.util.Optional;
import org.eddp.cli.option.LocalPath;
import org.eddp.cli.terminal.Escapes;
import org.eddp.failure.Failure;
import org.eddp.failure.InvalidInput;
import org.eddp.monitor.Monitor.Stopped;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/**
 * Turns every exception into one message and an exit code. Stack traces of bugs go to a {@link BugReport}; the terminal
 * shows traces only with {@code EDDP_DEBUG=1}.
 */
final class Failures {
    static final int FAILED = 1;
    static final int WRONG_USAGE = 2;
    static final int STOPPED = 130;

    private Failures() {}

    static int wrongUsage(ParameterException e, String[] args) {
        CommandLine command = e.getCommandLine();
        PrintWriter err = command.getErr();
        err.println("eddp: " + Escapes.text(inPlainWords(message(e))));
        UnmatchedArgumentException.printSuggestions(e, err);
        err.println("Try '" + command.getCommandSpec().qualifiedName() + " --help'.");
        return WRONG_USAGE;
    }

    /** The message. Picocli reports a remote address in a list as an unknown argument only, so the refusal replaces it. */
    private static String message(ParameterException e) {
        return e instanceof UnmatchedArgumentException unmatched
                ? unmatched.getUnmatched().stream()
                        .filter(LocalPath::isRemote)
                        .findFirst()
                        .map(LocalPath::refusal)
                        .orElse(e.getMessage())
                : e.getMessage();
    }

    /** Removes names of Java types, which mean nothing to a user. */
    private static String inPlainWords(String message) {
        return message.replaceAll("is not an? (int|long)\\b", "is not a whole number")
                .replaceAll("is not a double\\b", "is not a number");
    }

    /** Errors that no command can handle: not enough memory, an engine that does not load. */
    static int fatal(Error e, String... args) {
        if (System.getenv("EDDP_DEBUG") != null) {
            e.printStackTrace();
        }
        Throwable root = e;
        while (root.getCause() != null) {
            root = root.getCause();
        }
        System.err.println("eddp: " + Escapes.text(fatalMessage(e, root, args)));
        return List.of(args).contains("check") ? WRONG_USAGE : FAILED; // 1 would say that a rule is violated
    }

    private static String fatalMessage(Error e, Throwable root, String... args) {
        if (e instanceof OutOfMemoryError) {
            return "not enough memory; give Java more with EDDP_HEAP=4g, or use less data";
        }
        if (root instanceof ClassNotFoundException) { // left out of the assembly for Spark
            return "this needs " + root.getMessage() + ", which is not here; start it with ./eddp";
        }
        return "cannot go on: " + root + "; " + BugReport.write(e, List.of(args));
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
        Optional<Failure> failure = Failure.of(e);
        if (failure.isEmpty()) {
            err.println("eddp: unexpected failure: " + Escapes.text(e.toString()) + "; this is a bug; "
                    + BugReport.write(e, parsed.originalArgs()));
            return command.getCommandSpec().exitCodeOnExecutionException();
        }
        err.println("eddp: "
                + Escapes.line(failure.get().getMessage() + Remedies.of(failure.get(), command.getCommandName())));
        if (failure.get() instanceof InvalidInput) {
            err.println("Try '" + command.getCommandSpec().qualifiedName() + " --help'.");
            return WRONG_USAGE;
        }
        return command.getCommandSpec().exitCodeOnExecutionException();
    }
}
