package org.eddp.network.torch;

import org.eddp.network.NetworkFailure;
import org.eddp.network.torch.WholeNumbers.BatchNumber;

/**
 * A tensor of a PyTorch program. It is a handle: operators that work in place change what it refers to, for every
 * holder of the handle, as in PyTorch. A view refers to its base: a write to one is visible in the other.
 */
public final class TorchTensor {
    private final TorchGraph graph;
    private final TorchTensor base;
    private final TorchTensor root;
    private final TensorView view;
    private final boolean contiguous;
    private GraphValue value;
    /** For a tensor that is not a view: the number of times that it or one of its views was written. */
    private int version;
    /** For a view: the version of its root that it shows. */
    private int seen;

    TorchTensor(TorchGraph graph, GraphValue value, boolean contiguous) {
        this.graph = graph;
        this.value = value;
        this.contiguous = contiguous;
        base = null;
        root = this;
        view = null;
    }

    private TorchTensor(TorchTensor base, TensorView view, GraphValue value) {
        graph = base.graph;
        this.base = base;
        root = base.root;
        this.view = view;
        this.value = value;
        contiguous = base.contiguous && view.contiguous();
        seen = root.version;
    }

    /** Number of dimensions. */
    public int rank() {
        return current().rank();
    }

    /** Length of a dimension: a {@link Long}, or a {@link BatchNumber} if it depends on the number of images. */
    public Object size(int dimension) {
        return current().size(dimension);
    }

    /** PyTorch's number of the element type. */
    public long type() {
        return current().type();
    }

    /** Name of the graph's value that it refers to now. */
    public String value() {
        return current().name();
    }

    /** Whether its elements surely lie one after the other in memory. */
    boolean contiguous() {
        return contiguous;
    }

    /** The value that it refers to now. */
    GraphValue current() {
        if (base != null && seen != root.version) {
            if (view.uncertain()) {
                throw unknown();
            }
            value = view.of(graph.primitives(), base.current());
            seen = root.version;
        }
        if (value == null) {
            throw unknown();
        }
        return value;
    }

    private static NetworkFailure unknown() {
        return new NetworkFailure("the program writes in place into a tensor that may or may not share memory with this"
                + " one; clone one of them before, and export the network again");
    }

    TorchTensor view(TensorView made) {
        return view(made, made.of(graph.primitives(), current()));
    }

    /** A view of it whose value is computed already. */
    TorchTensor view(TensorView made, GraphValue shown) {
        return new TorchTensor(this, made, shown);
    }

    /** Writes into it and into its base. */
    void write(GraphValue written) {
        current();
        if (base == null) {
            version++;
        } else {
            GraphValue whole = view.uncertain() ? null : view.written(graph.primitives(), base.current(), written);
            base.replace(whole);
            seen = root.version;
        }
        value = written;
    }

    private void replace(GraphValue written) {
        if (base == null) {
            version++;
        } else {
            GraphValue whole = view.uncertain() || written == null
                    ? null
                    : view.written(graph.primitives(), base.current(), written);
            base.replace(whole);
            seen = root.version;
        }
        value = written;
    }
}
