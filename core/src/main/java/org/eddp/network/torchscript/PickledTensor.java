package org.eddp.network.torchscript;

import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;
import org.eddp.network.torchscript.PickleCheck.Box;
import org.eddp.network.torchscript.PickleCheck.Name;
import org.eddp.network.torchscript.PickleCheck.Refused;

/**
 * How pickles describe tensors: an entry of the archive with numbers, and which of them are meant. The engine takes both for granted.
 *
 * @param lengths bytes of an entry with numbers by its name, negative if there is none
 */
record PickledTensor(ToLongFunction<String> lengths) {
    static final String MAKER = "torch._utils._rebuild_tensor_v2";

    /** Stands for a tensor. */
    static final Object MADE = new Object();

    private static final Map<String, Integer> WIDTHS = Map.of(
            "torch.FloatStorage", 4,
            "torch.DoubleStorage", 8,
            "torch.HalfStorage", 2,
            "torch.BFloat16Storage", 2,
            "torch.LongStorage", 8,
            "torch.IntStorage", 4,
            "torch.ShortStorage", 2,
            "torch.CharStorage", 1,
            "torch.ByteStorage", 1,
            "torch.BoolStorage", 1);

    /** Numbers of an entry. */
    record Storage(long count) {}

    /** Bytes of a number of a storage, 0 if it is none. */
    static int width(String name) {
        return WIDTHS.getOrDefault(name, 0);
    }

    /** The numbers that a persistent identifier names. */
    Storage storage(Object identifier) throws Refused {
        if (identifier instanceof Box box
                && box.parts().size() == 5
                && "storage".equals(box.parts().get(0))
                && box.parts().get(1) instanceof Name type
                && box.parts().get(2) instanceof String key
                && box.parts().get(4) instanceof Long count
                && width(type.text()) > 0) {
            long length = lengths.applyAsLong(key);
            if (count < 0 || count > length / width(type.text())) {
                throw new Refused("says that entry " + key + " has " + count + " numbers of " + width(type.text())
                        + " bytes, and it has " + (length < 0 ? "no such entry" : length + " bytes")
                        + "; copy or export the file again");
            }
            return new Storage(count);
        }
        throw new Refused("names something other than numbers in the archive");
    }

    /** What {@link #MAKER} makes of its arguments. */
    Object make(Box arguments) throws Refused {
        List<Object> given = arguments.parts();
        if (given.size() >= 4
                && given.get(0) instanceof Storage storage
                && given.get(1) instanceof Long offset
                && given.get(2) instanceof Box sizes
                && given.get(3) instanceof Box strides
                && isWithin(storage.count(), offset, sizes.parts(), strides.parts())) {
            return MADE;
        }
        throw new Refused("has a tensor that reaches beyond the numbers it has; copy or export the file again");
    }

    private static boolean isWithin(long count, long offset, List<Object> sizes, List<Object> strides) {
        if (offset < 0 || sizes.size() != strides.size()) {
            return false;
        }
        try {
            long last = offset;
            boolean empty = false;
            for (int i = 0; i < sizes.size(); i++) {
                if (!(sizes.get(i) instanceof Long size)
                        || !(strides.get(i) instanceof Long stride)
                        || size < 0
                        || stride < 0) {
                    return false;
                }
                empty |= size == 0;
                last = Math.addExact(last, Math.multiplyExact(Math.max(0, size - 1), stride));
            }
            return empty || last < count;
        } catch (ArithmeticException e) {
            return false;
        }
    }
}
