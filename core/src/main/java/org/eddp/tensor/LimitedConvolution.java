package org.eddp.tensor;

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

/**
 * A convolution whose values are limited to a range while they are at hand, instead of being read and written once more: the
 * engine has an operator for it that only its compiler uses. Gives no derivatives, and what one after the other give, to rounding: which
 * algorithm the engine chooses for either depends on sizes and on the processor.
 */
final class LimitedConvolution {
    /** Null if the engine was built without it. */
    private static final OperatorHandle OPERATOR = operator();

    private static final Type.TypePtr WHOLE =
            Constants.forever(() -> ListType.ofInts().getElementType());
    private static final Type.TypePtr NUMBER = Constants.forever(() ->
            OptionalType.get(new Type.TypePtr(NumberType.getNumberIntTypePtr().get())));
    private static final IValue WITHIN = Constants.forever(() -> new IValue("hardtanh"));
    private static final IValue ANY_ALGORITHM = Constants.forever(() -> new IValue(""));

    private LimitedConvolution() {}

    private static OperatorHandle operator() {
        try (PointerScope scope = new PointerScope()) {
            OperatorHandleOptional found =
                    Dispatcher.singleton().findSchema(new OperatorName("mkldnn::_convolution_pointwise", ""));
            return found.has_value() ? Constants.forever(() -> new OperatorHandle(found.get())) : null;
        }
    }

    /** Whether it can be done to these images: single precision, two spatial dimensions, nothing recorded. */
    static boolean takes(Tensor images) {
        return OPERATOR != null
                && images.type() == DType.FLOAT32
                && images.torch().dim() == 4
                && images.count() > 0
                && !Autograd.isRecorded(images);
    }

    static Tensor of(
            Tensor images,
            Tensor kernels,
            Tensor bias,
            long[] stride,
            long[] padding,
            long[] dilation,
            long groups,
            double from,
            double to) {
        try (PointerScope scope = new PointerScope();
                NoGradGuard silent = new NoGradGuard()) {
            IValueVector stack = new IValueVector(
                    new IValue(images.torch()),
                    new IValue(kernels.torch()),
                    bias == null ? new IValue() : new IValue(bias.torch()),
                    list(padding),
                    list(stride),
                    list(dilation),
                    new IValue(groups),
                    WITHIN,
                    list(from, to),
                    ANY_ALGORITHM);
            OPERATOR.callBoxed(stack);
            org.bytedeco.pytorch.Tensor own =
                    new org.bytedeco.pytorch.Tensor(stack.get(0).toTensor());
            Scope.handOver(scope, own);
            return new Tensor(own);
        }
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
}
