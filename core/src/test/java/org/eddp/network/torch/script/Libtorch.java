package org.eddp.network.torch.script;

import java.nio.file.Path;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.Device;
import org.bytedeco.pytorch.DeviceOptional;
import org.bytedeco.pytorch.IValue;
import org.bytedeco.pytorch.IValueVector;
import org.bytedeco.pytorch.JitModule;
import org.bytedeco.pytorch.NoGradGuard;
import org.bytedeco.pytorch.global.torch;
import org.eddp.tensor.Engine;
import org.eddp.tensor.Tensor;

/** PyTorch's own loader and virtual machine, to compare with: only tests use them, on files that they wrote themselves. */
final class Libtorch {
    private Libtorch() {}

    /** Replaces a file by what PyTorch saves of it: the same program in the form that it prints. */
    static void print(Path file) {
        Engine.start();
        try (PointerScope scope = new PointerScope()) {
            load(file).save(file.toString());
        }
    }

    /** What the program of a file computes. */
    static double[] run(Path file, Tensor images) {
        Engine.start();
        try (PointerScope scope = new PointerScope();
                NoGradGuard silent = new NoGradGuard()) {
            JitModule module = load(file);
            module.eval();
            float[] pixels = images.toFloats();
            org.bytedeco.pytorch.Tensor input = org.bytedeco.pytorch.AbstractTensor.create(pixels, images.shape());
            org.bytedeco.pytorch.Tensor output = module.forward(new IValueVector(new IValue(input)))
                    .toTensor()
                    .contiguous();
            float[] values = new float[Math.toIntExact(output.numel())];
            output.data_ptr_float().get(values);
            double[] numbers = new double[values.length];
            for (int i = 0; i < values.length; i++) {
                numbers[i] = values[i];
            }
            return numbers;
        }
    }

    private static JitModule load(Path file) {
        return torch.load(file.toString(), new DeviceOptional(new Device("cpu")), false);
    }
}
