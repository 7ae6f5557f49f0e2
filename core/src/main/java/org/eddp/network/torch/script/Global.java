package org.eddp.network.torch.script;

import java.util.Set;

/**
 * A name of a function, class, operator or type.
 *
 * @param argument the parameter of a type in brackets, null if there is none
 */
record Global(String name, Object argument) {
    private static final Set<String> ROOTS = Set.of("torch", "ops", "__torch__", "CONSTANTS");
    private static final Set<String> FUNCTIONS = Set.of(
            "annotate",
            "unchecked_cast",
            "uninitialized",
            "unchecked_unwrap_optional",
            "isinstance",
            "getattr",
            "int",
            "float",
            "bool",
            "str",
            "len",
            "range",
            "print",
            "list",
            "min",
            "max",
            "abs",
            "round");
    private static final Set<String> TYPES = Set.of(
            "Tensor",
            "List",
            "Dict",
            "Tuple",
            "Optional",
            "Union",
            "NoneType",
            "number",
            "complex",
            "Device",
            "Any",
            "Final",
            "Future",
            "Stream",
            "Generator",
            "Module",
            "RuntimeError",
            "ValueError",
            "AssertionError");

    /** Whether a program may begin a name like this. */
    static boolean isKnown(String name) {
        return ROOTS.contains(name) || FUNCTIONS.contains(name) || TYPES.contains(name);
    }

    /** Whether it is a function that is written without "torch". */
    boolean isFunction() {
        return FUNCTIONS.contains(name);
    }
}
