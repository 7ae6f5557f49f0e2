package org.eddp.tensor.script;

import org.bytedeco.pytorch.AliasInfo;
import org.bytedeco.pytorch.Argument;
import org.bytedeco.pytorch.FunctionSchema;
import org.bytedeco.pytorch.JitNode;
import org.bytedeco.pytorch.global.torch.TypeKind;

/**
 * Which tensors an overload of an operator writes to, as its schema declares it. A tensor may be written to by an operation in place
 * (first argument, a name that ends in an underscore) and in no other way: overloads with an {@code out} argument give a tensor other
 * sizes, and when they fail halfway the sizes stay and its memory does not follow.
 */
final class WrittenArguments {
    private WrittenArguments() {}

    /** Why a call is refused, or null if it may be made. */
    static String problem(JitNode node, String kind) {
        FunctionSchema schema = node.maybeSchema();
        if (schema == null || schema.isNull()) {
            return null; // control flow and construction of lists, which have no schema and no overloads
        }
        Argument arguments = schema.arguments();
        for (int i = 0; i < arguments.limit(); i++) {
            Argument argument = new Argument(arguments.getPointer(i));
            AliasInfo alias = argument.alias_info();
            if (alias == null || alias.isNull() || !alias.isWrite()) {
                continue;
            }
            boolean tensor = Types.kind(argument.type().get()) == TypeKind.TensorType;
            boolean inPlace = i == 0 && !argument.is_out() && (!tensor || kind.endsWith("_"));
            if (!inPlace) {
                return "calls " + kind + " to write into its argument '"
                        + argument.name().getString() + "'";
            }
        }
        return null;
    }
}
