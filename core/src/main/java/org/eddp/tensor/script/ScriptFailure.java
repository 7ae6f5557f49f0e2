package org.eddp.tensor.script;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** TorchScript that the engine will not read, compile or run. The message is the engine's own, cut to its one line. */
public final class ScriptFailure extends RuntimeException {
    private static final int LONGEST = 300;
    /** The interpreter puts its traceback first and the reason at the end. */
    private static final Pattern REASON = Pattern.compile("(?m)^(?:\\w+\\.)*\\w*(?:Error|Exception): *(\\S.*)$");

    /** A failure with a message that already says everything. */
    public ScriptFailure(String message) {
        super(message);
    }

    private ScriptFailure(String message, Throwable cause) {
        super(message, cause);
    }

    /** What to throw for an exception of the engine; a mistake of the caller stays what it is. */
    static RuntimeException of(RuntimeException engine) {
        if (engine instanceof IllegalStateException) {
            return engine;
        }
        return engine instanceof ScriptFailure already
                ? already
                : new ScriptFailure(oneLine(engine.getMessage()), engine);
    }

    static String oneLine(String message) {
        if (message == null || message.isBlank()) {
            return "the engine gave no reason";
        }
        Matcher reason = REASON.matcher(message);
        String line = reason.find()
                ? reason.group(1)
                : message.strip().lines().findFirst().orElseThrow();
        return line.length() <= LONGEST ? line : line.substring(0, LONGEST) + " ...";
    }
}
