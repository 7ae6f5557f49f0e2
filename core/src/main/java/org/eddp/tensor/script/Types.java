package org.eddp.tensor.script;

import java.util.Set;
import org.bytedeco.pytorch.Type;
import org.bytedeco.pytorch.global.torch.TypeKind;

/** Questions about the engine's types. */
final class Types {
    private Types() {}

    static TypeKind kind(Type type) {
        return type.kind().intern();
    }

    /** Whether a type is one of these kinds, or has one of them anywhere inside; not looking into classes. */
    static boolean holds(Type type, Set<TypeKind> kinds) {
        if (kinds.contains(kind(type))) {
            return true;
        }
        if (kind(type) == TypeKind.ClassType) {
            return false;
        }
        for (long i = 0; i < type.containedTypeSize(); i++) {
            if (holds(type.containedType(i).get(), kinds)) {
                return true;
            }
        }
        return false;
    }

    /** Whether {@code found} is what an optional {@code given} holds if it holds anything. */
    static boolean unwraps(Type given, Type found) {
        return kind(given) == TypeKind.OptionalType
                && given.containedTypeSize() == 1
                && given.containedType(0).get().equals(found);
    }
}
