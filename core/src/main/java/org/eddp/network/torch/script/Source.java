package org.eddp.network.torch.script;

import java.util.List;
import java.util.Map;

/**
 * A file of a program.
 *
 * @param functions by name
 * @param classes by name
 */
record Source(Map<String, Function> functions, Map<String, Type> classes) {
    /**
     * A function or a method, whose first parameter is the object.
     *
     * @param file of the code
     */
    record Function(String file, String name, List<Parameter> parameters, List<Statement> body) {}

    /** @param otherwise its default value, null if it has none */
    record Parameter(String name, Expression otherwise) {}

    /**
     * A class.
     *
     * @param name with its modules, {@code __torch__.torch.nn.modules.conv.Conv2d}
     * @param base what it extends: Module, NamedTuple, Enum, Interface
     * @param fields names of declared fields
     * @param constants of the class, or values of an enumeration
     */
    record Type(
            String name,
            String base,
            List<String> fields,
            Map<String, Expression> constants,
            Map<String, Function> methods) {}
}
