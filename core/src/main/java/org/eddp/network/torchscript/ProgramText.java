package org.eddp.network.torchscript;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The text of the programs in a TorchScript archive, looked at before the engine parses it.
 *
 * <p>Two things happen while the engine reads this text, before its operators can be looked at. It runs some of it: default values of
 * arguments, constants of classes and {@code __setstate__}. And it descends as deep as the text is nested, on a stack that has an end.
 * So defaults and constants must be literals here, {@code __setstate__} is refused, and nesting has a bound far above that of any
 * network. All of this text is printed by the engine when it saves a network, so whatever it does not print itself (tabs, continued
 * lines) is refused instead of being guessed at.
 */
final class ProgramText {
    /** Networks nest expressions and blocks a dozen deep, modules in modules likewise. */
    private static final int DEEPEST = 200;

    private static final String NESTED = "nested more than " + DEEPEST + " deep";

    /** Words of literals. Whatever is called with these words only makes a literal. */
    private static final Set<String> LITERAL = Set.of(
            "True",
            "False",
            "None",
            "inf",
            "nan",
            "float",
            "int",
            "bool",
            "str",
            "annotate",
            "List",
            "Dict",
            "Tuple",
            "Optional",
            "Tensor",
            "NoneType",
            "CONSTANTS",
            "torch",
            "device");

    private static final Set<String> WORD_OPERATORS = Set.of("not", "if", "else", "and", "or", "is", "in", "lambda");

    /** What is wrong with a text, and where. */
    static final class Refused extends Exception {
        private static final long serialVersionUID = 1;

        Refused(String where, int line, String what) {
            super(what + " (" + where + " line " + line + ")");
        }
    }

    /** A class or a function: whatever the engine compiles when it first meets its name. */
    private static final class Definition {
        private final Set<String> mentions = new HashSet<>();
        private int functions;
    }

    /** What lines below an opened block belong to. */
    private record Block(int indentation, boolean isClass) {}

    private final Map<String, Definition> definitions = new LinkedHashMap<>();

    /**
     * Adds the text of one file of the archive.
     *
     * @param path below the archive's folder: {@code code/__torch__/package/file.py}
     */
    void add(String path, String text) throws Refused {
        String module =
                path.substring("code/".length(), path.length() - ".py".length()).replace('/', '.');
        new Reader(path, module).read(CodeLine.of(path, text));
    }

    /** Looks at how deep definitions call for each other, once all are known. */
    void finish() throws Refused {
        Map<String, Integer> depths = new HashMap<>();
        for (String name : definitions.keySet()) {
            measure(name, depths);
        }
    }

    /** Depth first without recursion, which is what this is about. */
    private void measure(String start, Map<String, Integer> depths) throws Refused {
        Deque<String> open = new ArrayDeque<>(List.of(start));
        while (!open.isEmpty()) {
            String name = open.peek();
            Definition definition = definitions.get(name);
            if (depths.putIfAbsent(name, 0) == null) {
                for (String mentioned : definition.mentions) {
                    String next = definitionOf(mentioned);
                    if (next != null && !depths.containsKey(next)) {
                        open.push(next);
                    }
                }
                continue;
            }
            open.pop();
            int below = 0;
            for (String mentioned : definition.mentions) {
                String next = definitionOf(mentioned);
                below = Math.max(below, next == null || next.equals(name) ? 0 : depths.getOrDefault(next, 0));
            }
            depths.put(name, below + Math.max(1, definition.functions));
            if (depths.get(name) > DEEPEST) {
                throw new Refused("code of " + name, 1, "its classes and functions are " + NESTED);
            }
        }
    }

    /** The definition that a dotted name is, or is a part of. */
    private String definitionOf(String dotted) {
        for (String name = dotted; !name.isEmpty(); name = name.substring(0, Math.max(0, name.lastIndexOf('.')))) {
            if (definitions.containsKey(name)) {
                return name;
            }
        }
        return null;
    }

    /** One file. */
    private final class Reader {
        private final String path;
        private final String module;
        private final Deque<Block> blocks = new ArrayDeque<>();
        private Definition current = new Definition();
        private int alternatives;

        Reader(String path, String module) {
            this.path = path;
            this.module = module;
        }

        void read(List<CodeLine> lines) throws Refused {
            for (CodeLine line : lines) {
                checkNesting(line);
                enter(line);
                checkClasses(line);
            }
        }

        private Refused refused(CodeLine line, String what) {
            return new Refused(path, line.number(), what);
        }

        private void enter(CodeLine line) throws Refused {
            while (!blocks.isEmpty() && blocks.peek().indentation() >= line.indentation()) {
                blocks.pop();
            }
            if (blocks.size() > DEEPEST) {
                throw refused(line, "its blocks are " + NESTED);
            }
            List<String> words = line.tokens();
            String first = words.get(0);
            alternatives = first.equals("elif") ? alternatives + 1 : first.equals("if") ? 0 : alternatives;
            if (alternatives > DEEPEST) {
                throw refused(line, "its blocks are " + NESTED);
            }
            boolean inClass = !blocks.isEmpty() && blocks.peek().isClass();
            boolean defines = first.equals("class") || first.equals("def");
            if (defines && blocks.isEmpty() && words.size() > 1) {
                current = definitions.computeIfAbsent(module + "." + words.get(1), name -> new Definition());
            }
            if (first.equals("def")) {
                current.functions++;
                checkFunction(line);
            } else if ((inClass || blocks.isEmpty())
                    && !first.equals("__annotations__")) { // those are types, not values
                int value = words.indexOf("=");
                checkLiteral(line, value < 0 ? words.size() : value + 1, words.size(), "the constant " + first);
            }
            if (words.get(words.size() - 1).equals(":")) {
                blocks.push(new Block(line.indentation(), first.equals("class")));
            }
        }

        private void checkFunction(CodeLine line) throws Refused {
            List<String> words = line.tokens();
            String name = words.size() > 1 ? words.get(1) : "";
            if (name.equals("__setstate__") || name.equals("__getstate__")) {
                throw refused(
                        line,
                        "it defines " + name + ", which runs while the file is read (quantised networks do so too);"
                                + " export the network without it, or as ONNX");
            }
            int depth = 0;
            for (int i = 0; i < words.size(); i++) {
                String word = words.get(i);
                depth += isOpening(word) ? 1 : isClosing(word) ? -1 : 0;
                if (word.equals("=")) {
                    int end = i + 1;
                    for (int inner = depth; end < words.size(); end++) {
                        String next = words.get(end);
                        inner += isOpening(next) ? 1 : isClosing(next) ? -1 : 0;
                        if (inner < depth || (inner == depth && next.equals(","))) {
                            break;
                        }
                    }
                    checkLiteral(line, i + 1, end, "a default value of " + name);
                }
            }
        }

        private void checkLiteral(CodeLine line, int from, int to, String what) throws Refused {
            for (String word : line.tokens().subList(from, to)) {
                boolean name = Character.isLetter(word.charAt(0)) || word.charAt(0) == '_';
                if (name && !LITERAL.contains(word) && !word.matches("c\\d+")) {
                    throw refused(line, what + " is computed (" + word + "), which would run while the file is read");
                }
            }
        }

        private void checkNesting(CodeLine line) throws Refused {
            Deque<Integer> outer = new ArrayDeque<>();
            int total = 0;
            int here = 0;
            for (String word : line.tokens()) {
                if (word.equals(",")) {
                    total -= here;
                    here = 0;
                } else if (isClosing(word)) {
                    total -= here;
                    here = outer.isEmpty() ? 0 : outer.pop();
                } else if (isOpening(word)) {
                    outer.push(here + 1);
                    total++;
                    here = 0;
                } else if (!Character.isLetterOrDigit(word.charAt(0)) && word.charAt(0) != '_' && word.charAt(0) != '"'
                        || WORD_OPERATORS.contains(word)) {
                    total++;
                    here++;
                }
                if (total > DEEPEST) {
                    throw refused(line, "an expression is " + NESTED);
                }
            }
        }

        private void checkClasses(CodeLine line) throws Refused {
            List<String> words = line.tokens();
            for (int i = 0; i < words.size(); i++) {
                if (words.get(i).equals("__torch__")) {
                    List<String> path = new ArrayList<>(List.of("__torch__"));
                    while (i + 2 < words.size() && words.get(i + 1).equals(".")) {
                        path.add(words.get(i + 2));
                        i += 2;
                    }
                    current.mentions.add(String.join(".", path));
                    if (path.size() > 2
                            && path.get(1).equals("torch")
                            && path.get(2).equals("classes")) {
                        throw refused(
                                line,
                                "it uses the class " + String.join(".", path)
                                        + ", which is not written in TorchScript");
                    }
                }
            }
        }
    }

    private static boolean isOpening(String token) {
        return token.equals("(") || token.equals("[") || token.equals("{");
    }

    private static boolean isClosing(String token) {
        return token.equals(")") || token.equals("]") || token.equals("}");
    }
}
