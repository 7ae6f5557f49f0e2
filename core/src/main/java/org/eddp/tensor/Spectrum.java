package org.eddp.tensor;

import org.bytedeco.pytorch.StringViewOptional;
import org.bytedeco.pytorch.global.torch;

/** Pictures by their spatial frequencies. */
public final class Spectrum {
    private Spectrum() {}

    /**
     * Weakens fine detail: every frequency f (cycles per pixel) is divided by f^power. The mean counts as the lowest frequency
     * a picture of this size can hold.
     *
     * @param pictures n x channels x height x width
     * @param power 0 leaves pictures as they are; 1 is how the amplitudes of photographs fall off
     */
    public static Tensor falling(Tensor pictures, double power) {
        if (power == 0) {
            return pictures;
        }
        int height = Math.toIntExact(pictures.size(2));
        int width = Math.toIntExact(pictures.size(3));
        int half = width / 2 + 1;
        double lowest = 1.0 / Math.max(height, width);
        double[] weights = new double[height * half];
        for (int y = 0; y < height; y++) {
            double down = Math.min(y, height - y) / (double) height;
            for (int x = 0; x < half; x++) {
                double frequency = Math.hypot(down, x / (double) width);
                weights[y * half + x] = Math.pow(Math.max(lowest, frequency), -power);
            }
        }
        Tensor factors = Tensor.of(weights, pictures.type(), 1, 1, height, half);
        org.bytedeco.pytorch.Tensor spectrum = torch.fft_rfft2(pictures.torch());
        return new Tensor(torch.fft_irfft2(
                        spectrum.mul(factors.torch()),
                        new long[] {height, width},
                        new long[] {-2, -1},
                        new StringViewOptional())
                .contiguous());
    }
}
