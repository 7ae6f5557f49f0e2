package org.eddp.tensor;

import java.util.ArrayList;
import java.util.List;
import org.bytedeco.javacpp.Pointer;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.Dispatcher;
import org.bytedeco.pytorch.GenericList;
import org.bytedeco.pytorch.IValue;
import org.bytedeco.pytorch.IValueVector;
import org.bytedeco.pytorch.ListType;
import org.bytedeco.pytorch.NoGradGuard;
import org.bytedeco.pytorch.NumberType;
import org.bytedeco.pytorch.OperatorHandle;
import org.bytedeco.pytorch.OperatorHandleOptional;
import org.bytedeco.pytorch.OperatorName;
import org.bytedeco.pytorch.OptionalType;
import org.bytedeco.pytorch.Type;
import org.bytedeco.pytorch.global.torch;

/**
 * A convolution with everything but the images prepared: kernels lie in memory as the processor reads them, and its
 * arguments are made once. Its values can be added to others and limited to a range in the same pass. The engine has
 * operators for this that only its compiler uses. The result equals that of separate operations up to rounding, and has
 * no derivatives. Thread-safe.
 */
public final class PackedConvolution implements AutoCloseable {
    private static final OperatorHandle PACK = operator("mkldnn::_reorder_convolution_weight", "");
    private static final OperatorHandle ALONE = operator("mkldnn::_convolution_pointwise", "");
    private static final OperatorHandle ADDING = operator("mkldnn::_convolution_pointwise_", "binary");

    private static final Type.TypePtr WHOLE =
            Constants.forever(() -> ListType.ofInts().getElementType());
    private static final Type.TypePtr NUMBER = Constants.forever(() ->
            OptionalType.get(new Type.TypePtr(NumberType.getNumberIntTypePtr().get())));
    private static final IValue WITHIN = Constants.forever(() -> new IValue("hardtanh"));
    private static final IValue RELU = Constants.forever(() -> new IValue("relu"));
    private static final IValue UNLIMITED = Constants.forever(() -> new IValue("none"));
    private static final IValue ADD = Constants.forever(() -> new IValue("add"));
    private static final IValue NOTHING = Constants.forever(() -> new IValue());
    private static final IValue ANY_ALGORITHM = Constants.forever(() -> new IValue(""));

    private final List<Pointer> owned = new ArrayList<>();
    private final IValue kernels;
    private final IValue bias;
    private final IValue padding;
    private final IValue stride;
    private final IValue dilation;
    private final IValue groups;
    private final IValue limits;
    private final IValue range;
    private final boolean limited;

    /** How kernels move, and which values the result may have. */
    public record Shape(long[] stride, long[] padding, long[] dilation, long groups, double from, double to) {
        boolean limited() {
            return from > Double.NEGATIVE_INFINITY || to < Double.POSITIVE_INFINITY;
        }

        boolean relu() {
            return from == 0 && to == Double.POSITIVE_INFINITY;
        }
    }

    /**
     * @param kernels single precision, out x channels / groups x height x width; copied
     * @param bias one per output, or null
     * @param images shape of the images it is for: which order of kernels is best depends on it; others can be given, too
     */
    public PackedConvolution(Tensor kernels, Tensor bias, Shape shape, long... images) {
        try (PointerScope scope = new PointerScope()) {
            padding = keep(scope, list(shape.padding()));
            stride = keep(scope, list(shape.stride()));
            dilation = keep(scope, list(shape.dilation()));
            groups = keep(scope, new IValue(shape.groups()));
            this.bias = bias == null ? NOTHING : keep(scope, new IValue(bias.torch()));
            limited = shape.limited();
            limits = !limited ? UNLIMITED : shape.relu() ? RELU : WITHIN;
            range = keep(scope, !limited || shape.relu() ? list(new double[0]) : list(shape.from(), shape.to()));
            IValueVector stack =
                    new IValueVector(new IValue(kernels.torch()), padding, stride, dilation, groups, list(images));
            PACK.callBoxed(stack);
            this.kernels = keep(scope, new IValue(stack.get(0)));
        }
    }

    private static OperatorHandle operator(String name, String overload) {
        Engine.start();
        try (PointerScope scope = new PointerScope()) {
            OperatorHandleOptional found = Dispatcher.singleton().findSchema(new OperatorName(name, overload));
            return found.has_value() ? Constants.forever(() -> new OperatorHandle(found.get())) : null;
        }
    }

    private IValue keep(PointerScope scope, IValue value) {
        Scope.detach(scope, value);
        owned.add(value);
        return value;
    }

    /** Whether there are such convolutions for these images: single precision, two spatial dimensions, nothing recorded. */
    public static boolean takes(Tensor images) {
        return PACK != null
                && ALONE != null
                && ADDING != null
                && images.type() == DType.FLOAT32
                && images.torch().dim() == 4
                && images.count() > 0
                && !Autograd.isRecorded(images);
    }

    /** The limited values for images that it {@link #takes}. */
    public Tensor run(Tensor images) {
        try (PointerScope scope = new PointerScope();
                NoGradGuard silent = new NoGradGuard()) {
            IValue given = new IValue(images.torch());
            return call(
                    scope,
                    ALONE,
                    new IValueVector(
                            given, kernels, bias, padding, stride, dilation, groups, limits, range, ANY_ALGORITHM));
        }
    }

    /** Whether others can be added in the same pass: these limits can be kept, and others lie in memory as the result would. */
    public boolean adds(Tensor others) {
        return (!limited || limits == RELU)
                && others.type() == DType.FLOAT32
                && !Autograd.isRecorded(others)
                && others.torch().is_contiguous(torch.MemoryFormat.ChannelsLast);
    }

    /**
     * The values plus others, limited.
     *
     * @param others of the shape of the result; overwritten with it
     */
    public Tensor addTo(Tensor others, Tensor images) {
        try (PointerScope scope = new PointerScope();
                NoGradGuard silent = new NoGradGuard()) {
            return call(
                    scope,
                    ADDING,
                    new IValueVector(
                            new IValue(others.torch()),
                            new IValue(images.torch()),
                            kernels,
                            bias,
                            padding,
                            stride,
                            dilation,
                            groups,
                            ADD,
                            NOTHING,
                            limited ? RELU : NOTHING,
                            range,
                            NOTHING));
        }
    }

    private static Tensor call(PointerScope scope, OperatorHandle operator, IValueVector stack) {
        operator.callBoxed(stack);
        org.bytedeco.pytorch.Tensor own =
                new org.bytedeco.pytorch.Tensor(stack.get(0).toTensor());
        Scope.handOver(scope, own);
        return new Tensor(own);
    }

    private static IValue list(long... numbers) {
        GenericList list = new GenericList(WHOLE);
        for (long number : numbers) {
            list.push_back(new IValue(number));
        }
        return new IValue(list);
    }

    private static IValue list(double... numbers) {
        GenericList list = new GenericList(NUMBER);
        for (double number : numbers) {
            list.push_back(new IValue(number));
        }
        return new IValue(list);
    }

    @Override
    public void close() {
        owned.forEach(Pointer::close);
    }
}
