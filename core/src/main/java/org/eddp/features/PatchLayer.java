package org.eddp.features;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.regex.Pattern;
import org.eddp.images.decode.Picture;
import org.eddp.images.input.Preprocessing;
import org.eddp.math.Seeds;
import org.eddp.network.LinearReadout;
import org.eddp.network.Network;
import org.eddp.network.NetworkFailure;
import org.eddp.network.OutputKind;
import org.eddp.tensor.DType;
import org.eddp.tensor.Scope;
import org.eddp.tensor.Tensor;
import org.eddp.tensor.Views;

/**
 * A layer of a network seen as a grid of patches.
 *
 * <p>Maps (D x H x W) are a grid. The tokens of a transformer (T x D) are a grid without the leading tokens that are
 * not patches (class token, registers). The part above the layer reads these extra tokens too. Code that changes
 * patches must pass it the unchanged extra tokens of the same image.
 */
public final class PatchLayer {
    /** Class tokens (none, one, or two where there was a teacher) with none, four or eight registers. */
    private static final Set<Integer> EXTRA_TOKENS = Set.of(0, 1, 2, 4, 5, 8, 9);

    /** Operations that give the same numbers in another shape or order. */
    private static final Set<String> REARRANGE =
            Set.of("Transpose", "Reshape", "Flatten", "Unsqueeze", "Squeeze", "Identity");

    /** Names of the backbone in networks for detection and segmentation. */
    private static final Pattern BACKBONE = Pattern.compile("(^|[./])(backbone|encoder|body)([./]|$)");

    private final Network.Cut cut;
    private final Grid grid;
    private final int width;
    private final int extraTokens;
    /** Computed once. */
    private Optional<LinearReadout> readout;

    private PatchLayer(Network.Cut cut, Grid grid, int width, int extraTokens) {
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
    public static PatchLayer of(Network.Cut cut, Grid given) {
        Network.Layer layer = cut.layer();
        long[] shape = layer.shape();
        if (!layer.hasPatches()) {
            throw new NetworkFailure("layer " + layer
                    + " has no patches: eddp studies maps (D x H x W) or tokens (T x D); choose another layer");
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

    private static Grid square(Network.Layer layer, int tokens) {
        return square(tokens)
                .orElseThrow(() -> new NetworkFailure("the " + tokens + " tokens of layer " + layer
                        + " are not a square and a few extra tokens; give the grid, for example 14x14"));
    }

    private static Optional<Grid> square(long tokens) {
        int side = (int) Math.sqrt(tokens);
        return EXTRA_TOKENS.contains((int) tokens - side * side) ? Optional.of(new Grid(side, side)) : Optional.empty();
    }

    /** The layer at a cut, if its grid is known. */
    public static Optional<PatchLayer> ofOwnGrid(Network.Cut cut) {
        Network.Layer layer = cut.layer();
        boolean has = layer.hasPatches()
                && (layer.shape().length == 3 || square(layer.shape()[0]).isPresent());
        return has ? Optional.of(of(cut, null)) : Optional.empty();
    }

    /**
     * The suggested layer: the last layer with several patches that logits depend on, if there is one. Maps with one
     * channel per class are left out, because the features are below them. Values that only rearrange the layer before,
     * or drop its class token, are left out too: the layer before has the name and the grid. They count only if a
     * module ends there.
     */
    public static Optional<Network.Layer> last(Network network) {
        List<Network.Layer> layers = studied(network);
        for (int i = layers.size() - 1; i >= 0; i--) {
            Network.Layer layer = layers.get(i);
            boolean several = layer.hasPatches()
                    && layer.file().channels() != null
                    && (layer.shape().length == 2 || layer.shape()[1] * layer.shape()[2] > 1);
            if (several
                    && !(i > 0 && rearranges(layer, layers.get(i - 1)))
                    && ofOwnGrid(network.cut(layer.name()))
                            .map(found -> found.grid().cells() > 1
                                    && found.readsPatches()
                                    && !found.holdsClasses(network.classes()))
                            .orElseGet(() -> endsInPatches(network, layer.shape()[0]))) {
                return Optional.of(layer);
            }
        }
        return Optional.empty();
    }

    /**
     * Whether the last token may be a patch. It is not a patch if it has the same value for all images in the first
     * layer with this number of tokens. YOLOS appends such tokens, for detected objects, to the patches.
     */
    private static boolean endsInPatches(Network network, long tokens) {
        Optional<Network.Layer> first = network.layers().stream()
                .filter(layer -> layer.shape().length == 2 && layer.shape()[0] == tokens)
                .findFirst();
        Network.ImageInput input = network.input();
        if (first.isEmpty() || input.open()) {
            return true;
        }
        try (Scope scope = Scope.open()) {
            SplittableRandom random = new SplittableRandom(3);
            Network.Cut cut = network.cut(first.get().name());
            return !Arrays.equals(lastToken(cut, input, random), lastToken(cut, input, random));
        }
    }

    private static double[] lastToken(Network.Cut cut, Network.ImageInput input, SplittableRandom random) {
        int pixels = Math.multiplyExact(Math.multiplyExact(input.channels(), input.height()), input.width());
        Tensor output = cut.lower(Tensor.of(
                Seeds.gaussian(pixels, random), DType.FLOAT32, 1, input.channels(), input.height(), input.width()));
        return output.narrow(1, output.size(1) - 1, 1).contiguous().toDoubles();
    }

    /**
     * Refuses a layer of tokens whose patches are not its last tokens.
     *
     * @param network that it is a layer of
     */
    public void requirePatchesLast(Network network) {
        if (extraTokens > 0 && !endsInPatches(network, (long) extraTokens + grid.cells())) {
            throw new NetworkFailure("layer " + cut.layer()
                    + " has tokens behind its patches that are the same for every image before the first block, such"
                    + " as those for detected objects; only tokens in front of the patches can be left out; choose a"
                    + " layer below them, or a network without such tokens");
        }
    }

    /** All layers; of a network for detection or segmentation those of its backbone, if names show it. */
    private static List<Network.Layer> studied(Network network) {
        List<Network.Layer> backbone = network.outputs() != OutputKind.NONE
                ? List.of()
                : network.layers().stream()
                        .filter(layer -> BACKBONE.matcher(layer.name()).find())
                        .toList();
        return backbone.isEmpty() ? network.layers() : backbone;
    }

    private static boolean rearranges(Network.Layer layer, Network.Layer before) {
        return layer.name().equals(layer.file().value())
                && before.hasPatches()
                && before.file().channels() != null
                && features(before) == features(layer)
                && (leavesTokensOut(layer, before)
                        || REARRANGE.contains(layer.kind())
                                && !addsGrid(layer, before)
                                && elements(before) == elements(layer));
    }

    /** The patches of tokens without the extra ones, on the same grid. */
    private static boolean leavesTokensOut(Network.Layer layer, Network.Layer before) {
        long[] shape = layer.shape();
        return layer.kind().equals("Slice")
                && shape.length == 2
                && before.shape().length == 2
                && !before.name().equals(before.file().value())
                && shape[0] < before.shape()[0]
                && square(before.shape()[0])
                        .filter(grid -> grid.cells() == shape[0])
                        .isPresent();
    }

    /** Whether tokens are also available as maps, which have a known grid. */
    private static boolean addsGrid(Network.Layer layer, Network.Layer before) {
        long[] shape = layer.shape();
        return before.shape().length == 2
                && shape.length == 3
                && shape[1] > 1
                && shape[2] > 1
                && !square(before.shape()[0]).equals(Optional.of(new Grid((int) shape[1], (int) shape[2])));
    }

    private static long features(Network.Layer layer) {
        return layer.shape()[layer.shape().length == 3 ? 0 : 1];
    }

    private static long elements(Network.Layer layer) {
        return Arrays.stream(layer.shape()).reduce(1, Math::multiplyExact);
    }

    /** Whether each feature is one class: every logit depends on its own feature alone. */
    private boolean holdsClasses(int classes) {
        if (width != classes || !cut.outputs().decides()) {
            return false;
        }
        try (Scope scope = Scope.open()) {
            SplittableRandom random = new SplittableRandom(2);
            Tensor front = extraTokens == 0 ? null : gaussian(random, extraTokens);
            double[] rows = Seeds.gaussian(Math.multiplyExact(grid.cells(), width), random);
            double[] before = logits(rows, front);
            for (int changed : new int[] {0, width / 2, width - 1}) {
                double[] other = rows.clone();
                for (int cell = 0; cell < grid.cells(); cell++) {
                    other[cell * width + changed] += 1 + Math.abs(other[cell * width + changed]);
                }
                double[] after = logits(other, front);
                for (int k = 0; k < classes; k++) {
                    if (k != changed && Math.abs(after[k] - before[k]) > 1e-5 * (1 + Math.abs(before[k]))) {
                        return false;
                    }
                }
            }
            return true;
        }
    }

    private double[] logits(double[] rows, Tensor front) {
        return cut.upper(output(Tensor.of(rows, DType.FLOAT32, grid.cells(), width), front))
                .toDoubles();
    }

    /** The two halves of the network. */
    public Network.Cut cut() {
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

    /** Tokens at the front that are not patches; 0 for maps. */
    public int extraTokens() {
        return extraTokens;
    }

    /** The layer's output for one picture, as for a batch of one; the tensor belongs to the open scope. */
    public Tensor outputOf(Picture picture, Preprocessing preprocessing) {
        return cut.lower(preprocessing.tensor(picture));
    }

    /** The layer's output for n images as rows, (n * cells) x D. */
    public Tensor rows(Tensor output) {
        Tensor cells = cut.layer().shape().length == 3
                ? output.permute(0, 2, 3, 1)
                : output.narrow(1, extraTokens, grid.cells());
        return cells.contiguous().view(-1, width);
    }

    /** The extra tokens in the layer's output for n images, (n * {@link #extraTokens}) x D. */
    public Tensor extra(Tensor output) {
        return output.narrow(1, 0, extraTokens).contiguous().view((long) output.size(0) * extraTokens, width);
    }

    /**
     * The inverse of {@link #rows}: the input of the upper part.
     *
     * @throws NetworkFailure if the layer has tokens that are not in the rows
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

    /**
     * The inverse of {@link #rows} and {@link #extra} together.
     *
     * @param extra the extra tokens of the same images, or those of one image whose versions the rows are
     */
    public Tensor output(Tensor rows, Tensor extra) {
        if (extraTokens == 0) {
            return output(rows);
        }
        Tensor patches = rows.view(-1, grid.cells(), width);
        Tensor front = extra.view(-1, extraTokens, width);
        return Views.concatenate(1, Views.expand(front, patches.size(0), extraTokens, width), patches);
    }

    /**
     * Refuses features without the extra tokens that the upper part reads.
     *
     * @param held extra tokens that the features hold for every image
     * @throws TokensMissing if these are not all
     */
    public void requireExtra(int held) {
        if (held != extraTokens) {
            throw new TokensMissing("the part above layer " + cut.layer().name() + " also reads " + extraTokens
                    + " tokens that stand for no patch, and the features hold " + (held == 0 ? "none" : held)
                    + " of them, which is enough only for learning without L^ur; extract the features again and"
                    + " overwrite these");
        }
    }

    /** The class vectors, if the part above the layer is pooling of the patches and one linear layer. */
    public synchronized Optional<LinearReadout> readout() {
        if (readout == null) {
            readout = cut.outputs().decides() ? LinearReadout.of(cut, extraTokens) : Optional.empty();
        }
        return readout;
    }

    /** Whether {@link #readout} finds class vectors; faster. */
    public synchronized boolean isLinear() {
        return readout == null ? cut.outputs().decides() && LinearReadout.fits(cut, extraTokens) : readout.isPresent();
    }

    /**
     * Whether logits depend on patches. Behind the last attention of a transformer with a class token they do not, and
     * changes of patches have no effect.
     */
    public boolean readsPatches() {
        if (extraTokens == 0 || cut.outputs() == OutputKind.NONE) {
            return true;
        }
        try (Scope scope = Scope.open()) {
            SplittableRandom random = new SplittableRandom(1);
            Tensor front = gaussian(random, extraTokens);
            double[] one =
                    cut.upper(output(gaussian(random, grid.cells()), front)).toDoubles();
            double[] other =
                    cut.upper(output(gaussian(random, grid.cells()), front)).toDoubles();
            return !Arrays.equals(one, other);
        }
    }

    /** The message if {@link #readsPatches} is false. */
    public String unreadPatches() {
        return "the part above layer " + cut.layer().name()
                + " reads its extra tokens alone, so nothing done to patches there changes a prediction (influence,"
                + " explain, edit, correct and L^ur say nothing); study an earlier layer";
    }

    private Tensor gaussian(SplittableRandom random, int tokens) {
        return Tensor.of(Seeds.gaussian(Math.multiplyExact(tokens, width), random), DType.FLOAT32, tokens, width);
    }

    /**
     * The features lack tokens that the upper part reads. The user can extract them again, or use them without the upper part.
     */
    public static final class TokensMissing extends NetworkFailure {
        private static final long serialVersionUID = 1L;

        TokensMissing(String message) {
            super(message);
        }
    }
}
