package org.eddp.network.torch.script;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.eddp.network.torch.script.Lexer.Kind;
import org.eddp.network.torch.script.Lexer.Token;

/** Reads the expressions of a program. */
class ExpressionParser extends TokenReader {
    /** Operators by how strongly they bind, and the functions that they stand for. */
    private static final List<Map<String, String>> OPERATORS = List.of(
            Map.of("<", "lt", "<=", "le", ">", "gt", ">=", "ge", "==", "eq", "!=", "ne"),
            Map.of("|", "__or__"),
            Map.of("&", "__and__"),
            Map.of("+", "add", "-", "sub"),
            Map.of("*", "mul", "/", "div", "//", "floordiv", "%", "remainder", "@", "matmul"));

    ExpressionParser(String path, String text) {
        super(path, text);
    }

    /** The function that an operator stands for, such as {@code add} for a plus sign. */
    static String function(String sign) {
        return OPERATORS.stream()
                .map(level -> level.get(sign))
                .filter(name -> name != null)
                .findFirst()
                .orElseThrow();
    }

    /** One expression, or several with commas between them: a tuple without brackets. */
    final Expression targets() {
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

    final Expression expression() {
        deeper();
        Expression value = logic(false);
        if (taken("if")) {
            Expression condition = logic(false);
            expect("else");
            value = new Expression.Choice(condition, value, expression());
        }
        shallower();
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
            shallower();
            boolean number = value instanceof Expression.Literal literal && literal.value() instanceof Number;
            return number
                    ? new Expression.Literal(
                            NumberOperators.arithmetic("neg", List.of(((Expression.Literal) value).value())))
                    : new Expression.Operator("neg", List.of(value));
        }
        Expression value = postfix(primary());
        if (taken("**")) {
            deeper();
            value = new Expression.Operator("pow", List.of(value, unary()));
            shallower();
        }
        return value;
    }

    final Expression postfix(Expression start) {
        Expression value = start;
        while (true) {
            if (taken(".")) {
                value = new Expression.Attribute(value, name());
            } else if (taken("(")) {
                List<Expression> positional = new ArrayList<>();
                Map<String, Expression> named = new LinkedHashMap<>();
                while (!taken(")")) {
                    if (peek().kind() == Kind.NAME && following().is("=")) {
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

    final Expression primary() {
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
            boolean single = items.size() == 1 && !beforeLast().is(",");
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
}
