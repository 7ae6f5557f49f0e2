package org.eddp.network.torch.script;

import java.util.List;
import java.util.Map;

/** A step of a program. */
interface Statement {
    /** Marker: continue with the next statement. */
    Object NEXT = new Object();

    /** Its line in the file. */
    int line();

    /** Executes it; gives the value that the function returns, or {@link #NEXT}. */
    Object execute(CallFrame frame);

    /** @param comment behind it, null if there is none; flat programs have the names of modules there */
    record Assign(int line, Expression target, Expression value, String comment) implements Statement {
        @Override
        public Object execute(CallFrame frame) {
            frame.interpreter().scopes().comment(comment);
            assign(frame, target, frame.evaluate(value));
            return NEXT;
        }

        static void assign(CallFrame frame, Expression target, Object value) {
            if (target instanceof Expression.Name name) {
                frame.variables().put(name.name(), value);
            } else if (target instanceof Expression.TupleOf tuple) {
                List<Object> items = frame.interpreter().items(value);
                if (items.size() != tuple.items().size()) {
                    throw frame.interpreter()
                            .failure("takes " + tuple.items().size() + " values apart, and there are " + items.size());
                }
                for (int i = 0; i < items.size(); i++) {
                    assign(frame, tuple.items().get(i), items.get(i));
                }
            } else if (target instanceof Expression.Attribute attribute
                    && frame.evaluate(attribute.target()) instanceof ScriptObject object) {
                frame.interpreter().values(2);
                object.attributes().put(attribute.name(), value);
            } else if (target instanceof Expression.Subscript subscript) {
                List<Object> given = frame.evaluate(List.of(subscript.target(), subscript.index()));
                given.add(value);
                frame.interpreter().operator("_set_item", given, Map.of());
            } else {
                throw frame.interpreter().failure("assigns to something that holds no value");
            }
        }
    }

    /** An expression whose value is dropped. */
    record Run(int line, Expression value, String comment) implements Statement {
        @Override
        public Object execute(CallFrame frame) {
            frame.interpreter().scopes().comment(comment);
            frame.evaluate(value);
            return NEXT;
        }
    }

    /** If and else. */
    record Branch(int line, Expression condition, List<Statement> yes, List<Statement> no) implements Statement {
        @Override
        public Object execute(CallFrame frame) {
            return frame.execute(frame.interpreter().truth(frame.evaluate(condition)) ? yes : no);
        }
    }

    /** Repeats while a condition holds. */
    record While(int line, Expression condition, List<Statement> body) implements Statement {
        @Override
        public Object execute(CallFrame frame) {
            Object result = NEXT;
            while (result == NEXT && frame.interpreter().truth(frame.evaluate(condition))) {
                result = frame.execute(body);
            }
            return result;
        }
    }

    /** Repeats for every item. */
    record For(int line, Expression target, Expression items, List<Statement> body) implements Statement {
        @Override
        public Object execute(CallFrame frame) {
            Object result = NEXT;
            for (Object item : frame.interpreter().iterable(frame.evaluate(items))) {
                Assign.assign(frame, target, item);
                result = frame.execute(body);
                if (result != NEXT) {
                    break;
                }
            }
            return result;
        }
    }

    /** Leaves the function. */
    record Return(int line, Expression value) implements Statement {
        @Override
        public Object execute(CallFrame frame) {
            return frame.evaluate(value);
        }
    }

    /** Ends the program with an error. */
    record Raise(int line, Expression value) implements Statement {
        @Override
        public Object execute(CallFrame frame) {
            throw frame.interpreter().raised(frame.evaluate(value));
        }
    }
}
