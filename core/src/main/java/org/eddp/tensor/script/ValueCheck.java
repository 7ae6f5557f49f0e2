package org.eddp.tensor.script;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.EnumSet;
import java.util.Set;
import org.bytedeco.pytorch.ClassType;
import org.bytedeco.pytorch.GenericList;
import org.bytedeco.pytorch.IValue;
import org.bytedeco.pytorch.JitModule;
import org.bytedeco.pytorch.Obj;
import org.bytedeco.pytorch.TupleElements;
import org.bytedeco.pytorch.Type;
import org.bytedeco.pytorch.global.torch.TypeKind;

/**
 * Refuses a module whose attributes are not of the types that its program takes them for. The engine fills attributes with whatever
 * the file holds, and then reads the parts of objects and tuples by number without asking how many there are.
 */
final class ValueCheck {
    /** Values with parts that are read by number. Any other value knows what it is, and the engine asks it. */
    static final Set<TypeKind> NUMBERED = EnumSet.of(TypeKind.ClassType, TypeKind.TupleType, TypeKind.InterfaceType);

    private final Deque<Obj> waiting = new ArrayDeque<>();

    private ValueCheck() {}

    /** @throws ScriptFailure naming the first attribute that is of another type than declared */
    static void check(JitModule module) {
        ValueCheck check = new ValueCheck();
        check.waiting.push(module._ivalue());
        while (!check.waiting.isEmpty()) {
            check.look(check.waiting.pop());
        }
    }

    private void look(Obj object) {
        ClassType type = object.type();
        if (object.slots().size() != type.numAttributes()) {
            throw new ScriptFailure("an object of " + type.str().getString() + " in it has "
                    + object.slots().size() + " attributes, not " + type.numAttributes());
        }
        for (long i = 0; i < type.numAttributes(); i++) {
            Type declared = type.getAttribute(i).get();
            if (!fits(object.getSlot(i), declared)) {
                throw new ScriptFailure("attribute " + type.getAttributeName(i).getString() + " of "
                        + type.str().getString() + " in it is not "
                        + declared.str().getString() + ", as its program says; export it again");
            }
        }
    }

    private boolean fits(IValue value, Type type) {
        return switch (Types.kind(type)) {
            case ClassType -> isObject(value, type);
            case TupleType -> value.isTuple() && fits(value.toTuple().elements(), type);
            case OptionalType ->
                value.isNone() || fits(value, type.containedType(0).get());
            case ListType ->
                value.isList() && fits(value.toList(), type.containedType(0).get());
            default -> !value.isObject() && !value.isTuple() && !Types.holds(type, NUMBERED);
        };
    }

    private boolean isObject(IValue value, Type type) {
        if (!value.isObject() || !value.toObject().type().equals(type)) {
            return false;
        }
        waiting.push(value.toObject());
        return true;
    }

    private boolean fits(TupleElements elements, Type type) {
        if (elements.size() != type.containedTypeSize()) {
            return false;
        }
        for (long i = 0; i < elements.size(); i++) {
            if (!fits(elements.get(i), type.containedType(i).get())) {
                return false;
            }
        }
        return true;
    }

    private boolean fits(GenericList list, Type element) {
        for (long i = 0; i < list.size() && Types.holds(element, NUMBERED); i++) {
            if (!fits(list.get(i), element)) {
                return false;
            }
        }
        return true;
    }
}
