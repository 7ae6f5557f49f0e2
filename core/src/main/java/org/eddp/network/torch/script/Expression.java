package org.eddp.network.torch.script;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** An expression of a program. */
interface Expression {
    /** Its value. Children are evaluated through the frame, which counts the depth. */
    Object evaluate(CallFrame frame);

    /** A literal. */
    record Literal(Object value) implements Expression {
        @Override
        public Object evaluate(CallFrame frame) {
            return value;
        }
    }

    /** A variable, or the beginning of a global name. */
    record Name(String name) implements Expression {
        static Expression of(String name) {
            return switch (name) {
                case "True" -> new Literal(true);
                case "False" -> new Literal(false);
                case "None" -> new Literal(null);
                case "inf" -> new Literal(Double.POSITIVE_INFINITY);
                case "nan" -> new Literal(Double.NaN);
                default -> new Name(name);
            };
        }

        @Override
        public Object evaluate(CallFrame frame) {
            return frame.variable(name);
        }
    }

    /** A member of an object, or more of a global name. */
    record Attribute(Expression target, String name) implements Expression {
        @Override
        public Object evaluate(CallFrame frame) {
            return frame.interpreter().attribute(frame.evaluate(target), name);
        }
    }

    /** An element or a slice. */
    record Subscript(Expression target, Expression index) implements Expression {
        @Override
        public Object evaluate(CallFrame frame) {
            List<Object> given = new ArrayList<>();
            given.add(frame.evaluate(target));
            if (index instanceof Slice slice) {
                given.add(frame.evaluate(slice.start));
                given.add(frame.evaluate(slice.end));
                return frame.interpreter().operator("slice", given, Map.of());
            }
            given.add(frame.evaluate(index));
            return frame.interpreter().operator("__getitem__", given, Map.of());
        }
    }

    /** The bounds of a slice. */
    record Slice(Expression start, Expression end) implements Expression {
        @Override
        public Object evaluate(CallFrame frame) {
            throw frame.interpreter().failure("a slice stands outside of brackets");
        }
    }

    /** Calls the target, of any kind. */
    record Call(Expression target, List<Expression> positional, Map<String, Expression> named) implements Expression {
        @Override
        public Object evaluate(CallFrame frame) {
            Object function = frame.evaluate(target);
            List<Object> values = frame.evaluate(positional);
            Map<String, Object> byName = new LinkedHashMap<>();
            named.forEach((name, value) -> byName.put(name, frame.evaluate(value)));
            return frame.interpreter().call(function, values, byName, frame);
        }
    }

    /** A call of an operator that is written with a sign. */
    record Operator(String name, List<Expression> operands) implements Expression {
        @Override
        public Object evaluate(CallFrame frame) {
            return frame.interpreter().operator(name, frame.evaluate(operands), Map.of());
        }
    }

    /** A list. */
    record ListOf(List<Expression> items) implements Expression {
        @Override
        public Object evaluate(CallFrame frame) {
            frame.interpreter().values(2 + items.size());
            return frame.evaluate(items);
        }
    }

    /** A tuple. */
    record TupleOf(List<Expression> items) implements Expression {
        @Override
        public Object evaluate(CallFrame frame) {
            frame.interpreter().values(2 + items.size());
            return frame.evaluate(items).toArray();
        }
    }

    /** A dictionary. */
    record DictionaryOf(List<Expression> keys, List<Expression> values) implements Expression {
        @Override
        public Object evaluate(CallFrame frame) {
            frame.interpreter().values(2 + 3L * keys.size());
            Map<Object, Object> made = new LinkedHashMap<>();
            for (int i = 0; i < keys.size(); i++) {
                made.put(frame.interpreter().key(frame.evaluate(keys.get(i))), frame.evaluate(values.get(i)));
            }
            return made;
        }
    }

    /** One of two values; "and" and "or" are this as well. */
    record Choice(Expression condition, Expression yes, Expression no) implements Expression {
        @Override
        public Object evaluate(CallFrame frame) {
            return frame.evaluate(frame.interpreter().truth(frame.evaluate(condition)) ? yes : no);
        }
    }
}
