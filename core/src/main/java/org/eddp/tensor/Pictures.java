package org.eddp.tensor;

import org.bytedeco.pytorch.StringViewOptional;
import org.bytedeco.pytorch.global.torch;

/** Operations on pictures (n x channels x height x width); differentiable. */
public final class Pictures {
    private static final int BILINEAR = 0;
    private static final int ZEROS = 0;
    private static final int REFLECTION = 2;

    private Pictures() {}

    /**
     * Weakens fine detail: every frequency f (cycles per pixel) is divided by f^power. The mean counts as the lowest frequency
     * a picture of this size can hold.
     *
     * @param pictures n x channels x height x width
     * @param power 0 leaves pictures as they are; 1 is how the amplitudes of photographs fall off
     */
    public static Tensor weakenDetail(Tensor pictures, double power) {
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

    /**
     * Pictures turned, scaled and shifted by bilinear interpolation, seen through an affine map: the point y of the
     * result is the point A y + t of the input. Coordinates go from -1 to 1 over the picture, x first.
     *
     * @param pictures n x channels x height x width
     * @param map the rows (a11, a12, t1) and (a21, a22, t2)
     * @param reflect whether the picture is mirrored beyond the edges; otherwise zeros
     */
    public static Tensor warp(Tensor pictures, double[] map, boolean reflect) {
        if (map.length != 6) {
            throw new IllegalArgumentException("an affine map has 6 numbers, not " + map.length);
        }
        double[] all = new double[6 * pictures.size(0)];
        for (int i = 0; i < all.length; i++) {
            all[i] = map[i % 6];
        }
        Tensor maps = Tensor.of(all, pictures.type(), pictures.size(0), 2, 3);
        org.bytedeco.pytorch.Tensor grid = torch.affine_grid_generator(maps.torch(), pictures.shape(), false);
        return new Tensor(torch.grid_sampler(pictures.torch(), grid, BILINEAR, reflect ? REFLECTION : ZEROS, false));
    }
}
