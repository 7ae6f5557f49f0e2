package org.eddp.tensor;

import org.bytedeco.pytorch.global.torch;

/** Pictures turned, scaled and shifted by bilinear interpolation; differentiable. */
public final class Warp {
    private static final int BILINEAR = 0;
    private static final int ZEROS = 0;
    private static final int REFLECTION = 2;

    private Warp() {}

    /**
     * Pictures seen through an affine map: where the result has the point y, the input had A y + t. Coordinates go from -1 to
     * 1 over the picture, x first.
     *
     * @param pictures n x channels x height x width
     * @param map the rows (a11, a12, t1) and (a21, a22, t2)
     * @param reflect what lies beyond the edges: the picture mirrored, or else zeros
     */
    public static Tensor affine(Tensor pictures, double[] map, boolean reflect) {
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
