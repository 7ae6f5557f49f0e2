package org.eddp.tensor.script;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.bytedeco.pytorch.ClassType;
import org.bytedeco.pytorch.Graph;
import org.bytedeco.pytorch.Value;

/**
 * Names in a graph that the bindings do not give access to, read off its printed form: which attribute of which object a
 * value is, and which method a node calls.
 */
final class ScriptNames {
    private static final Pattern READ =
            Pattern.compile("(?m)^ *%(\\S+) : .*? = prim::GetAttr\\[name=\"([^\"]*)\"\\]\\(%([^\\s,)]+)\\)");
    private static final Pattern CALL =
            Pattern.compile("(?m)^ *%(\\S+) : .*? = prim::CallMethod\\[name=\"([^\"]*)\"\\]");
    private static final Pattern WRITE =
            Pattern.compile("(?m)^ *(?:%\\S+ : .*? = )?prim::SetAttr\\[name=\"([^\"]*)\"\\]");

    private record Read(String attribute, String owner) {}

    private final String self;
    private final Map<String, Read> reads = new HashMap<>();
    private final Map<String, String> methods = new HashMap<>();
    private final Set<String> written = new HashSet<>();

    ScriptNames(Graph graph) {
        self = graph.inputs().get(0).debugName().getString();
        String printed = graph.toString();
        for (Matcher m = READ.matcher(printed); m.find(); ) {
            reads.put(m.group(1), new Read(m.group(2), m.group(3)));
        }
        for (Matcher m = CALL.matcher(printed); m.find(); ) {
            methods.put(m.group(1), m.group(2));
        }
        for (Matcher m = WRITE.matcher(printed); m.find(); ) {
            written.add(m.group(1));
        }
    }

    /** Dotted path from the root module to an attribute of it or of its submodules; empty text for the root itself. */
    Optional<String> path(Value value) {
        return path(value.debugName().getString());
    }

    private Optional<String> path(String name) {
        if (name.equals(self)) {
            return Optional.of("");
        }
        Read read = reads.get(name);
        return read == null
                ? Optional.empty()
                : path(read.owner).map(owner -> owner.isEmpty() ? read.attribute : owner + "." + read.attribute);
    }

    /** The method called by the node that computes {@code output}. */
    Optional<String> method(Value output) {
        return Optional.ofNullable(methods.get(output.debugName().getString()));
    }

    /** Whether the program assigns to an attribute of this name, of whatever object. */
    boolean isWritten(String attribute) {
        return written.contains(attribute);
    }

    static String className(ClassType type) {
        return type.name().get().name().getString();
    }
}
