package org.eddp.network.torch.script;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A call of a function while it runs.
 *
 * @param interpreter runs it
 * @param owner the object it is a method of, null for a function
 * @param file of the code
 * @param variables by name
 */
record CallFrame(Interpreter interpreter, ScriptObject owner, String file, Map<String, Object> variables) {
    CallFrame(Interpreter interpreter, ScriptObject owner, String file) {
        this(interpreter, owner, file, new HashMap<>());
    }

    Object evaluate(Expression expression) {
        interpreter.deeper();
        Object value = expression.evaluate(this);
        interpreter.shallower();
        return value;
    }

    List<Object> evaluate(List<Expression> expressions) {
        List<Object> values = new ArrayList<>(expressions.size());
        for (Expression expression : expressions) {
            values.add(evaluate(expression));
        }
        return values;
    }

    /** Executes statements up to the first that returns; gives its value, or {@link Statement#NEXT}. */
    Object execute(List<Statement> statements) {
        interpreter.deeper();
        Object result = Statement.NEXT;
        for (int i = 0; i < statements.size() && result == Statement.NEXT; i++) {
            interpreter.step(file, statements.get(i).line());
            result = statements.get(i).execute(this);
        }
        interpreter.step(file, interpreter.line()); // an empty loop takes time too
        interpreter.shallower();
        return result;
    }

    Object variable(String name) {
        return variables.containsKey(name) ? variables.get(name) : interpreter.global(name);
    }
}
