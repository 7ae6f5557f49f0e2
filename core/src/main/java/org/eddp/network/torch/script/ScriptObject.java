package org.eddp.network.torch.script;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * An object of a program: a module, a named tuple, or another object of a class of the program.
 *
 * @param type name of its class with its modules
 * @param attributes by name, in order
 */
record ScriptObject(String type, Map<String, Object> attributes) {
    ScriptObject(String type) {
        this(type, new LinkedHashMap<>());
    }

    /** A value of an enumeration. */
    record Constant(String type, Object value) {}

    @Override
    public boolean equals(Object other) {
        return this == other;
    }

    @Override
    public int hashCode() {
        return System.identityHashCode(this);
    }

    @Override
    public String toString() {
        return type;
    }
}
