package org.eddp.network.torch.script;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.eddp.network.NetworkFailure;
import org.eddp.network.torch.script.Lexer.Kind;
import org.eddp.network.torch.script.Lexer.Token;
import org.eddp.network.torch.script.Source.Function;
import org.eddp.network.torch.script.Source.Parameter;
import org.eddp.network.torch.script.Source.Type;

/** Reads the text of a program. Types of variables are read over: values know theirs. */
final class Parser {
    private static final int DEEPEST = 200;

    /** Operators by how strongly they bind, and the functions that they stand for. */
    private static final List<Map<String, String>> OPERATORS = List.of(
            Map.of("<", "lt", "<=", "le", ">", "gt", ">=", "ge", "==", "eq", "!=", "ne"),
            Map.of("|", "__or__"),
            Map.of("&", "__and__"),
            Map.of("+", "add", "-", "sub"),
            Map.of("*", "mul", "/", "div", "//", "floordiv", "%", "remainder", "@", "matmul"));

    private final String path;
    private final String module;
    private final List<Token> tokens;
    private final Map<Integer, String> comments = new HashMap<>();
    private int at;
    private int depth;

    private Parser(String path, String module, String text) {
        this.path = path;
        this.module = module;
        tokens = Lexer.tokens(path, text, comments);
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
        return new Function(path, name, parameters, block());
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
        depth--;
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
            depth--;
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
                String function = OPERATORS.get("+-".contains(sign) ? 3 : 4).get(sign) + "_";
                Expression changed = new Expression.Operator(function, List.of(target, expression()));
                return new Statement.Assign(line, target, changed, null);
            }
        }
        String comment = comments.get(line);
        return taken("=")
                ? new Statement.Assign(line, target, targets(), comment)
                : new Statement.Run(line, target, comment);
    }

    /** One expression, or several with commas between them: a tuple without brackets. */
    private Expression targets() {
        Expression first = expression();
        if (!peek().is(",")) {
            return first;
        }
        List<Expression> items = new ArrayList<>(List.of(first));
        while (taken(",")) {
            if (!peek().is("=") && peek().kind() != Kind.NEWLINE) {
                items.add(expression());
            }
        }
        return new Expression.TupleOf(items);
    }

    private Expression expression() {
        deeper();
        Expression value = logic(false);
        if (taken("if")) {
            Expression condition = logic(false);
            expect("else");
            value = new Expression.Choice(condition, value, expression());
        }
        depth--;
        return value;
    }

    private Expression logic(boolean and) {
        Expression left = and ? negation() : logic(true);
        while (taken(and ? "and" : "or")) {
            Expression right = and ? negation() : logic(true);
            Expression constant = new Expression.Literal(!and);
            left = and ? new Expression.Choice(left, right, constant) : new Expression.Choice(left, constant, right);
        }
        return left;
    }

    private Expression negation() {
        boolean negated = false;
        while (taken("not")) {
            negated = !negated;
        }
        Expression value = binary(0);
        if (taken("is")) {
            boolean not = taken("not");
            value = new Expression.Operator(not ? "__isnot__" : "__is__", List.of(value, binary(1)));
        } else if (taken("in")) {
            value = new Expression.Operator("__contains__", List.of(binary(1), value));
        }
        return negated ? new Expression.Operator("__not__", List.of(value)) : value;
    }

    private Expression binary(int level) {
        if (level == OPERATORS.size()) {
            return unary();
        }
        Expression left = binary(level + 1);
        String function = OPERATORS.get(level).get(peek().text());
        while (peek().kind() == Kind.SIGN && function != null) {
            next();
            left = new Expression.Operator(function, List.of(left, binary(level + 1)));
            function = OPERATORS.get(level).get(peek().text());
        }
        return left;
    }

    private Expression unary() {
        if (taken("-")) {
            deeper();
            Expression value = unary();
            depth--;
            boolean number = value instanceof Expression.Literal literal && literal.value() instanceof Number;
            return number
                    ? new Expression.Literal(
                            Values.arithmetic("neg", List.of(((Expression.Literal) value).value())))
                    : new Expression.Operator("neg", List.of(value));
        }
        Expression value = postfix(primary());
        if (taken("**")) {
            deeper();
            value = new Expression.Operator("pow", List.of(value, unary()));
            depth--;
        }
        return value;
    }

    private Expression postfix(Expression start) {
        Expression value = start;
        while (true) {
            if (taken(".")) {
                value = new Expression.Attribute(value, name());
            } else if (taken("(")) {
                List<Expression> positional = new ArrayList<>();
                Map<String, Expression> named = new LinkedHashMap<>();
                while (!taken(")")) {
                    if (peek().kind() == Kind.NAME && tokens.get(at + 1).is("=")) {
                        String name = name();
                        expect("=");
                        named.put(name, expression());
                    } else {
                        positional.add(expression());
                    }
                    if (!peek().is(")")) {
                        expect(",");
                    }
                }
                value = new Expression.Call(value, positional, named);
            } else if (taken("[")) {
                value = new Expression.Subscript(value, index());
                expect("]");
            } else {
                return value;
            }
        }
    }

    private Expression index() {
        Expression start = peek().is(":") ? new Expression.Literal(null) : expression();
        if (taken(":")) {
            return new Expression.Slice(start, peek().is("]") ? new Expression.Literal(null) : expression());
        }
        List<Expression> items = new ArrayList<>(List.of(start));
        while (taken(",")) {
            items.add(expression());
        }
        return items.size() == 1 ? start : new Expression.TupleOf(items);
    }

    /** Items up to a closing bracket, with commas between them and maybe one at the end. */
    private List<Expression> items(String closing) {
        List<Expression> items = new ArrayList<>();
        while (!taken(closing)) {
            items.add(expression());
            if (!peek().is(closing)) {
                expect(",");
            }
        }
        return items;
    }

    private Expression primary() {
        Token token = next();
        switch (token.kind()) {
            case NUMBER:
                return new Expression.Literal(number(token));
            case TEXT:
                return new Expression.Literal(token.text());
            case NAME:
                return Expression.Name.of(token.text());
            default:
                break;
        }
        if (token.is("(")) {
            List<Expression> items = items(")");
            boolean single = items.size() == 1 && !tokens.get(at - 2).is(",");
            return single ? items.get(0) : new Expression.TupleOf(items);
        }
        if (token.is("[")) {
            return new Expression.ListOf(items("]"));
        }
        if (token.is("{")) {
            return dictionary();
        }
        throw failure(token, "a value is expected in place of '" + token.text() + "'");
    }

    private Expression dictionary() {
        List<Expression> keys = new ArrayList<>();
        List<Expression> values = new ArrayList<>();
        while (!taken("}")) {
            keys.add(expression());
            expect(":");
            values.add(expression());
            if (!peek().is("}")) {
                expect(",");
            }
        }
        return new Expression.DictionaryOf(keys, values);
    }

    private Object number(Token token) {
        try {
            return token.text().matches("\\d+") ? (Object) Long.valueOf(token.text()) : Double.valueOf(token.text());
        } catch (NumberFormatException e) {
            throw failure(token, "'" + token.text() + "' is not a number that is read here");
        }
    }

    private void line() {
        while (!taken(Kind.NEWLINE)) {
            Token token = next();
            if (token.kind() == Kind.END || token.kind() == Kind.INDENT) {
                throw failure(token, "a class or a function is expected");
            }
        }
    }

    private Token peek() {
        return tokens.get(at);
    }

    private Token next() {
        Token token = tokens.get(at);
        at += token.kind() == Kind.END ? 0 : 1;
        return token;
    }

    private boolean taken(String sign) {
        boolean found = peek().is(sign);
        at += found ? 1 : 0;
        return found;
    }

    private boolean taken(Kind kind) {
        boolean found = peek().kind() == kind;
        at += found ? 1 : 0;
        return found;
    }

    private void expect(String sign) {
        if (!taken(sign)) {
            throw failure(peek(), "'" + sign + "' is expected in place of '" + peek().text() + "'");
        }
    }

    private void expect(Kind kind) {
        if (!taken(kind)) {
            throw failure(peek(), "'" + peek().text() + "' is not expected");
        }
    }

    private String name() {
        Token token = next();
        if (token.kind() != Kind.NAME) {
            throw failure(token, "a name is expected in place of '" + token.text() + "'");
        }
        return token.text();
    }

    private void deeper() {
        if (++depth > DEEPEST) {
            throw failure(peek(), "its program is nested more than " + DEEPEST + " deep");
        }
    }

    private NetworkFailure failure(Token token, String what) {
        return new NetworkFailure(path + " line " + token.line() + ": " + what);
    }
}
