package org.eddp.features;

import java.util.Set;
import org.eddp.network.Cut;
import org.eddp.network.Layer;
import org.eddp.network.NetworkFailure;
import org.eddp.tensor.Tensor;

/**
 * A layer of a network seen as a grid of patches.
 *
 * <p>Maps (D x H x W) are a grid as they are. The tokens of a transformer (T x D) are one when the leading tokens that
 * stand for no patch (class token, register tokens) are left out.
 */
public final class PatchLayer {
    /** Class tokens (none, one, or two where there was a teacher) with none, four or eight registers. */
    private static final Set<Integer> EXTRA_TOKENS = Set.of(0, 1, 2, 4, 5, 8, 9);

    private final Cut cut;
    private final Grid grid;
    private final int width;
    private final int extraTokens;

    private PatchLayer(Cut cut, Grid grid, int width, int extraTokens) {
        this.cut = cut;
        this.grid = grid;
        this.width = width;
        this.extraTokens = extraTokens;
    }

    /**
     * The layer at a cut.
     *
     * @param given the grid of a layer of tokens, or null to take the largest square that leaves few tokens out
     * @throws NetworkFailure if the layer has no patches, or the grid does not fit
     */
    public static PatchLayer of(Cut cut, Grid given) {
        Layer layer = cut.layer();
        long[] shape = layer.shape();
        if (!layer.hasPatches()) {
            throw new NetworkFailure(
                    "layer " + layer + " has no patches: eddp studies maps (D x H x W) or tokens (T x D);"
                            + " eddp network lists the layers that have");
        }
        if (shape.length == 3) {
            Grid maps = new Grid(Math.toIntExact(shape[1]), Math.toIntExact(shape[2]));
            if (given != null && !given.equals(maps)) {
                throw new NetworkFailure("layer " + layer + " has a grid of its own, " + maps.height() + " x "
                        + maps.width() + "; leave the grid out");
            }
            return new PatchLayer(cut, maps, Math.toIntExact(shape[0]), 0);
        }
        int tokens = Math.toIntExact(shape[0]);
        Grid grid = given == null ? square(layer, tokens) : given;
        if (grid.cells() > tokens) {
            throw new NetworkFailure("layer " + layer + " has " + tokens + " tokens, too few for a grid of "
                    + grid.height() + " x " + grid.width());
        }
        return new PatchLayer(cut, grid, Math.toIntExact(shape[1]), tokens - grid.cells());
    }

    private static Grid square(Layer layer, int tokens) {
        int side = (int) Math.sqrt(tokens);
        if (!EXTRA_TOKENS.contains(tokens - side * side)) {
            throw new NetworkFailure("the " + tokens + " tokens of layer " + layer
                    + " are not a square and a few extra tokens; give the grid, for example --grid 14x14");
        }
        return new Grid(side, side);
    }

    /** The two halves of the network. */
    public Cut cut() {
        return cut;
    }

    /** Patches of an image. */
    public Grid grid() {
        return grid;
    }

    /** Feature width D. */
    public int width() {
        return width;
    }

    /** Tokens at the front that stand for no patch; 0 for maps. */
    public int extraTokens() {
        return extraTokens;
    }

    /** The layer's output for n images as rows, (n * cells) x D. */
    public Tensor rows(Tensor output) {
        Tensor cells = cut.layer().shape().length == 3
                ? output.permute(0, 2, 3, 1)
                : output.narrow(1, extraTokens, grid.cells());
        return cells.contiguous().view(-1, width);
    }

    /**
     * The inverse of {@link #rows}: what the upper part takes.
     *
     * @throws NetworkFailure if the layer has tokens that rows do not hold
     */
    public Tensor output(Tensor rows) {
        if (extraTokens > 0) {
            throw new NetworkFailure("the part above layer " + cut.layer() + " also reads " + extraTokens
                    + " tokens that stand for no patch, so it cannot be computed from patches alone");
        }
        return cut.layer().shape().length == 3
                ? rows.view(-1, grid.height(), grid.width(), width).permute(0, 3, 1, 2)
                : rows.view(-1, grid.cells(), width);
    }
}
