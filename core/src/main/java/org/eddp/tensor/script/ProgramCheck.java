package org.eddp.tensor.script;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.bytedeco.pytorch.Block;
import org.bytedeco.pytorch.ClassType;
import org.bytedeco.pytorch.Function;
import org.bytedeco.pytorch.FunctionType;
import org.bytedeco.pytorch.FunctionVector;
import org.bytedeco.pytorch.JitModule;
import org.bytedeco.pytorch.JitNode;
import org.bytedeco.pytorch.SourceRange;
import org.bytedeco.pytorch.T_StringSizeTSizeT_TOptional;
import org.bytedeco.pytorch.Type;
import org.bytedeco.pytorch.global.torch;
import org.bytedeco.pytorch.global.torch.TypeKind;

/**
 * Refuses a program that could do anything but compute, before any of it is run: every block of {@code forward} and of whatever it
 * calls, directly or not, may hold {@link AllowedOperators} only.
 *
 * <p>What is looked at is the engine's own graph and not the text of the file, so that no way of writing an operator hides it.
 */
final class ProgramCheck {
    /** What constants may be. An object could be of a class that is written in C++ and does what it likes. */
    private static final Set<TypeKind> CONSTANTS = EnumSet.of(
            TypeKind.TensorType,
            TypeKind.NumberType,
            TypeKind.IntType,
            TypeKind.FloatType,
            TypeKind.ComplexType,
            TypeKind.BoolType,
            TypeKind.StringType,
            TypeKind.NoneType,
            TypeKind.OptionalType,
            TypeKind.ListType,
            TypeKind.TupleType,
            TypeKind.DictType,
            TypeKind.EnumType,
            TypeKind.DeviceObjType,
            TypeKind.ScalarTypeType,
            TypeKind.LayoutType,
            TypeKind.MemoryFormatType,
            TypeKind.FunctionType);

    /** An operator on a list or dictionary of objects may call their methods: sorting compares them. */
    private static final Set<TypeKind> OBJECTS = EnumSet.of(TypeKind.ClassType, TypeKind.InterfaceType);

    private final Deque<Function> waiting = new ArrayDeque<>();
    private final Set<Long> seen = new HashSet<>();

    private ProgramCheck() {}

    /** @throws ScriptFailure naming the first operator that is not allowed, and where it stands */
    static void check(JitModule module) {
        ProgramCheck check = new ProgramCheck();
        Function forward = module.type().findMethod("forward");
        if (isMissing(forward)) {
            throw new ScriptFailure("it has no forward, so there is nothing to run");
        }
        check.follow(forward);
        while (!check.waiting.isEmpty()) {
            check.look(check.waiting.pop());
        }
    }

    private static boolean isMissing(Function function) {
        return function == null || function.isNull();
    }

    private void follow(Function function) {
        if (seen.add(function.address())) {
            waiting.push(function);
        }
    }

    private void look(Function function) {
        Deque<Block> blocks = new ArrayDeque<>();
        List<JitNode> warnings = new ArrayList<>();
        blocks.push(torch.toGraphFunction(function).graph().block());
        while (!blocks.isEmpty()) {
            for (JitNode node : ScriptFlow.nodes(blocks.pop())) {
                look(node, function);
                if (ScriptFlow.kind(node).equals("aten::warn")) {
                    warnings.add(node);
                }
                for (long b = 0; b < node.blocks().size(); b++) {
                    blocks.push(node.blocks().get(b));
                }
            }
        }
        warnings.forEach(JitNode::destroy); // they would print what they like
    }

    private void look(JitNode node, Function in) {
        String kind = ScriptFlow.kind(node);
        if (!AllowedOperators.contains(kind)) {
            throw refused("calls " + kind, node, in);
        }
        String written = WrittenArguments.problem(node, kind);
        if (written != null) {
            throw refused(written, node, in);
        }
        for (long i = 0; i < node.outputs().size(); i++) {
            Type type = node.outputs().get(i).type().get();
            if (Types.kind(type) != TypeKind.ClassType && Types.holds(type, OBJECTS)) {
                throw refused("makes " + type.str().getString() + ", which holds objects,", node, in);
            }
        }
        switch (kind) {
            case "prim::unchecked_cast" -> {
                Type given = node.inputs().get(0).type().get();
                Type taken = node.output().type().get();
                if (Types.holds(taken, ValueCheck.NUMBERED) && !given.equals(taken) && !Types.unwraps(given, taken)) {
                    throw refused("takes a value for " + taken.str().getString() + " unchecked", node, in);
                }
            }
            case "prim::Constant" -> {
                Type type = node.output().type().get();
                if (!CONSTANTS.contains(type.kind().intern())) {
                    throw refused("holds an object of type " + type.str().getString(), node, in);
                }
            }
            case "prim::CallMethod" -> followMethods(node.inputs().get(0).type().get(), node, in);
            case "prim::CallFunction" -> {
                Type type = node.inputs().get(0).type().get();
                if (type.kind().intern() != TypeKind.FunctionType) {
                    throw refused("calls what it only learns while it runs", node, in);
                }
                follow(new FunctionType(type).function(), node, in);
            }
            default -> {}
        }
    }

    /** All methods of the class and not the one that is called: its name is not to be had from the bindings. */
    private void followMethods(Type type, JitNode node, Function in) {
        if (type.kind().intern() != TypeKind.ClassType) {
            throw refused("calls a method of " + type.str().getString() + ", which is not a class", node, in);
        }
        FunctionVector methods = new ClassType(type).methods();
        for (long i = 0; i < methods.size(); i++) {
            follow(methods.get(i), node, in);
        }
    }

    private void follow(Function function, JitNode node, Function in) {
        if (isMissing(function) || !function.isGraphFunction()) {
            String name = isMissing(function) ? "something" : name(function);
            throw refused("calls " + name + ", which is not written in TorchScript,", node, in);
        }
        follow(function);
    }

    private static String name(Function function) {
        return function.qualname().qualifiedName().getString();
    }

    private static ScriptFailure refused(String what, JitNode node, Function in) {
        return new ScriptFailure("its program " + what + " in " + name(in) + place(node)
                + "; a network may compute with tensors here and do nothing else, so none of it was run");
    }

    private static String place(JitNode node) {
        SourceRange range = node.sourceRange();
        if (range.isNull() || range.source() == null || range.source().isNull()) {
            return "";
        }
        T_StringSizeTSizeT_TOptional place = range.file_line_col();
        return place.has_value()
                ? " (" + place.get().get0().getString() + " line " + place.get().get1() + ")"
                : "";
    }
}
