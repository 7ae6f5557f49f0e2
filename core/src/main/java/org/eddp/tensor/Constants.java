package org.eddp.tensor;

import java.util.EnumMap;
import java.util.Map;
import java.util.function.Supplier;
import org.bytedeco.javacpp.Pointer;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.MemoryFormatOptional;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.ScalarTypeOptional;
import org.bytedeco.pytorch.TensorOptions;

/**
 * Native arguments that are the same in every call. Creating one costs several times as much as a small tensor
 * operation, so the usual ones are created once, outside of all scopes.
 */
final class Constants {
    static {
        Engine.start();
    }

    /** "The type of the input". */
    static final ScalarTypeOptional SAME_TYPE = forever(ScalarTypeOptional::new);
    /** "The usual layout". */
    static final MemoryFormatOptional USUAL_LAYOUT = forever(MemoryFormatOptional::new);

    private static final int LEAST = -1;
    private static final Scalar[] WHOLE = new Scalar[5];
    private static final Map<DType, TensorOptions> OPTIONS = new EnumMap<>(DType.class);

    static {
        for (int i = 0; i < WHOLE.length; i++) {
            double number = LEAST + i;
            WHOLE[i] = forever(() -> new Scalar(number));
        }
        for (DType type : DType.values()) {
            OPTIONS.put(type, forever(() -> new TensorOptions(type.torch)));
        }
    }

    private Constants() {}

    /** A number as an argument. */
    static Scalar scalar(double number) {
        int index = (int) number - LEAST;
        return index >= 0 && index < WHOLE.length && number == (int) number ? WHOLE[index] : new Scalar(number);
    }

    /** An element type as an argument. */
    static TensorOptions options(DType type) {
        return OPTIONS.get(type);
    }

    /** Creates an object outside of all scopes. */
    static <P extends Pointer> P forever(Supplier<P> maker) {
        try (PointerScope scope = new PointerScope()) {
            P made = maker.get();
            made.retainReference();
            scope.detach(made);
            return made;
        }
    }
}
