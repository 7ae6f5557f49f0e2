package org.eddp.network.onnx.operators;

import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;
import org.eddp.network.NetworkFailure;
import org.eddp.network.onnx.file.Model;
import org.eddp.network.onnx.file.Node;
import org.eddp.tensor.DType;
import org.eddp.tensor.Tensor;

/** The operators this program can run, by name. */
public final class OperatorSet {
    /** Oldest opset that is implemented. */
    public static final int OLDEST = 11;
    /** Newest opset that is implemented. */
    public static final int NEWEST = 23;

    private static final OperatorSet ALL = new OperatorSet();

    static {
        Convolutions.addTo(ALL);
        Activations.addTo(ALL);
        Arithmetic.addTo(ALL);
        Comparisons.addTo(ALL);
        Matrices.addTo(ALL);
        Normalisations.addTo(ALL);
        Reductions.addTo(ALL);
        ShapeOperators.addTo(ALL);
        Selections.addTo(ALL);
        ConstantOperators.addTo(ALL);
        Scattering.addTo(ALL);
        Attention.addTo(ALL);
        Quantisation.addTo(ALL);
    }

    /** An operator with one output. */
    @FunctionalInterface
    interface Single {
        /** The output. */
        Tensor run(Operands in);
    }

    /** Reads the attributes of a node. */
    @FunctionalInterface
    interface Maker {
        /** The operator of a node with these attributes. */
        Operator make(Attributes attributes);
    }

    private final Map<String, Maker> makers = new HashMap<>();

    private OperatorSet() {}

    void add(String name, Maker maker) {
        if (makers.put(name, maker) != null) {
            throw new IllegalStateException("operator " + name + " is there twice");
        }
    }

    /** An operator with one output. */
    void single(String name, Function<Attributes, Single> maker) {
        add(name, attributes -> {
            Single operator = maker.apply(attributes);
            return in -> new Tensor[] {operator.run(in)};
        });
    }

    /** An operator with one input, one output and no attributes. */
    void unary(String name, Function<Tensor, Tensor> function) {
        single(name, attributes -> in -> function.apply(in.tensor(0)));
    }

    /** Whether there is an operator for a node. */
    public static boolean knows(Node node) {
        return Model.isStandard(node.domain()) && ALL.makers.containsKey(node.operator());
    }

    /**
     * The operator of a node.
     *
     * @param floating type of real numbers
     * @throws NetworkFailure if its attributes are not supported
     */
    public static Operator make(Node node, int opset, DType floating) {
        try {
            Attributes attributes = new Attributes(node, opset, floating);
            Operator operator = ALL.makers.get(node.operator()).make(attributes);
            attributes.refuseUnknown();
            return operator;
        } catch (NetworkFailure e) {
            throw new NetworkFailure(
                    "node " + node.title() + " (" + node.operator() + ", opset " + opset + "): " + e.getMessage(), e);
        }
    }
}
