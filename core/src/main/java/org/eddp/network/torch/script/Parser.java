package org.eddp.network.torch.script;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import org.eddp.network.NetworkFailure;
import org.eddp.network.torch.script.Lexer.Kind;
import org.eddp.network.torch.script.Lexer.Token;
import org.eddp.network.torch.script.Source.Function;
import org.eddp.network.torch.script.Source.Parameter;
import org.eddp.network.torch.script.Source.Type;

/**
 * Reads the classes, functions and statements of a program. Types of variables are skipped, because values have their
 * types.
 */
final class Parser extends ExpressionParser {
    private final String module;

    private Parser(String path, String module, String text) {
        super(path, text);
        this.module = module;
    }

    /**
     * Reads a file.
     *
     * @param path of the file, for messages
     * @param module its name in the program, {@code __torch__.torch.nn.functional}
     * @throws NetworkFailure if it is not a program, naming the line
     */
    static Source parse(String path, String module, String text) {
        return new Parser(path, module, text).file();
    }

    private Source file() {
        Source source = new Source(new HashMap<>(), new HashMap<>());
        while (peek().kind() != Kind.END) {
            if (peek().is("class")) {
                Type type = type();
                source.classes().put(type.name().substring(module.length() + 1), type);
            } else if (peek().is("def")) {
                Function function = function();
                source.functions().put(function.name(), function);
            } else { // imports and version numbers of old files
                line();
            }
        }
        return source;
    }

    private Type type() {
        expect("class");
        String name = module + "." + name();
        String base = "";
        if (taken("(")) {
            base = peek().kind() == Kind.NAME ? name() : "";
            expect(")");
        }
        Type type = new Type(name, base, new ArrayList<>(), new HashMap<>(), new HashMap<>());
        expect(":");
        expect(Kind.NEWLINE);
        expect(Kind.INDENT);
        while (!taken(Kind.DEDENT)) {
            if (peek().is("def")) {
                Function function = function();
                type.methods().put(function.name(), function);
            } else {
                field(type);
            }
        }
        return type;
    }

    /** {@code width : int}, {@code width : Final[int] = 3}, {@code RED = 1}, or a list of names for PyTorch. */
    private void field(Type type) {
        Expression target = expression();
        boolean typed = taken(":");
        if (typed) {
            expression();
        }
        Expression value = taken("=") ? expression() : null;
        expect(Kind.NEWLINE);
        if (target instanceof Expression.Name field) {
            if (typed) {
                type.fields().add(field.name());
            }
            if (value != null) {
                type.constants().put(field.name(), value);
            }
        }
    }

    private Function function() {
        expect("def");
        String name = name();
        List<Parameter> parameters = new ArrayList<>();
        expect("(");
        while (!taken(")")) {
            if (!taken("*")) { // parameters behind it are given by name
                String parameter = name();
                if (taken(":")) {
                    expression();
                }
                parameters.add(new Parameter(parameter, taken("=") ? expression() : null));
            }
            if (!peek().is(")")) {
                expect(",");
            }
        }
        if (taken("->")) {
            expression();
        }
        expect(":");
        return new Function(path(), name, parameters, block());
    }

    private List<Statement> block() {
        deeper();
        expect(Kind.NEWLINE);
        expect(Kind.INDENT);
        List<Statement> statements = new ArrayList<>();
        while (!taken(Kind.DEDENT)) {
            if (taken("pass")) {
                expect(Kind.NEWLINE);
            } else {
                statements.add(statement());
            }
        }
        shallower();
        return statements;
    }

    private Statement statement() {
        int line = peek().line();
        if (taken("if")) {
            return branch(line);
        }
        if (taken("while")) {
            Expression condition = expression();
            expect(":");
            return new Statement.While(line, condition, block());
        }
        if (taken("for")) {
            List<Expression> targets = new ArrayList<>(List.of(postfix(primary())));
            while (taken(",")) {
                targets.add(postfix(primary()));
            }
            Expression target = targets.size() == 1 ? targets.get(0) : new Expression.TupleOf(targets);
            expect("in");
            Expression items = expression();
            expect(":");
            return new Statement.For(line, target, items, block());
        }
        if (taken("with")) { // contexts switch gradients off, or name parts for profilers
            Expression context = expression();
            if (taken("as")) {
                name();
            }
            expect(":");
            List<Statement> body = block();
            body.add(0, new Statement.Run(line, context, null));
            return new Statement.Branch(line, new Expression.Literal(true), body, List.of());
        }
        Statement simple = simple(line);
        expect(Kind.NEWLINE);
        return simple;
    }

    private Statement branch(int line) {
        Expression condition = expression();
        expect(":");
        List<Statement> yes = block();
        List<Statement> no = List.of();
        if (peek().is("elif")) {
            deeper();
            no = List.of(branch(next().line()));
            shallower();
        } else if (taken("else")) {
            expect(":");
            no = block();
        }
        return new Statement.Branch(line, condition, yes, no);
    }

    private Statement simple(int line) {
        if (taken("return")) {
            Expression value = peek().kind() == Kind.NEWLINE ? new Expression.Literal(null) : targets();
            return new Statement.Return(line, value);
        }
        if (taken("raise")) {
            return new Statement.Raise(line, expression());
        }
        if (taken("assert")) {
            Expression condition = expression();
            Expression message = taken(",") ? expression() : new Expression.Literal("an assertion does not hold");
            return new Statement.Branch(line, condition, List.of(), List.of(new Statement.Raise(line, message)));
        }
        Expression target = targets();
        if (taken(":")) {
            expression();
        }
        for (String sign : List.of("+", "-", "*", "/")) {
            if (taken(sign + "=")) {
                Expression changed = new Expression.Operator(function(sign) + "_", List.of(target, expression()));
                return new Statement.Assign(line, target, changed, null);
            }
        }
        String comment = comment(line);
        return taken("=")
                ? new Statement.Assign(line, target, targets(), comment)
                : new Statement.Run(line, target, comment);
    }

    private void line() {
        while (!taken(Kind.NEWLINE)) {
            Token token = next();
            if (token.kind() == Kind.END || token.kind() == Kind.INDENT) {
                throw failure(token, "a class or a function is expected");
            }
        }
    }
}
